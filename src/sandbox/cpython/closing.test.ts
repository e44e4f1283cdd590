import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { createCpythonEngine } from './cpython-engine.js';
import { SKIPPED, useEngine } from './test-engine.fixture.js';

const CLOSED = { ok: false, error: { kind: 'aborted', message: 'the sandbox was closed' } };
const LIMITS = { timeoutSeconds: 300, deadlineSeconds: 600 };

unless(SKIPPED).describe('closing CPython', () => {
  const { engine, open } = useEngine(() => createCpythonEngine({ environment: process.env }));

  it('ends a run that computes', async () => {
    const sandbox = await createSandbox({ engine: engine(), limits: LIMITS });
    const running = await new Promise<{ result: Promise<unknown> }>((started) => {
      const result = sandbox.run('print("started", flush=True)\nwhile True: pass', {
        onOutput: () => started({ result }),
      });
    });
    await sandbox.close();
    expect(await running.result).toMatchObject(CLOSED);
  });

  it('ends a run that waits for the host', async () => {
    let called = (): void => {};
    const calling = new Promise<void>((resolve) => {
      called = resolve;
    });
    const slow = (): Promise<null> => {
      called();
      return new Promise(() => {});
    };
    const sandbox = await createSandbox({ engine: engine(), limits: LIMITS, functions: { slow } });
    const running = sandbox.run('slow()');
    await calling;
    await sandbox.close();
    expect(await running).toMatchObject(CLOSED);
  });

  it('ends a run whose process is still being started', async () => {
    const { session, run } = await open();
    const running = run('1');
    await session.close();
    expect(await running).toMatchObject(CLOSED);
  });
});
