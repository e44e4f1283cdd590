import { afterEach, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { MontyEngine } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

const engines: MontyEngine[] = [];
function singleWorker(): MontyEngine {
  const engine = new MontyEngine({ maxWorkers: 1 });
  engines.push(engine);
  return engine;
}
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

const CLOSED = { ok: false, error: { kind: 'aborted', message: 'the sandbox was closed' } };
const SPIN = 'print("started")\nwhile True: pass';

unless(available ? null : reason).describe('closing Monty', () => {
  it('ends a run that computes, and lets go of its worker', async () => {
    const engine = singleWorker();
    for (let round = 0; round < 3; round++) {
      const sandbox = await createSandbox({ engine });
      const running = await new Promise<{ result: Promise<unknown> }>((started) => {
        const result = sandbox.run(SPIN, { onOutput: () => started({ result }) });
      });
      await sandbox.close();
      expect(await running.result).toMatchObject(CLOSED);
      await using next = await createSandbox({ engine });
      expect((await next.run('1')).value).toBe(1);
    }
    expect(engine.workerPids().length).toBe(1);
  });

  it.each(['slow()', 'await slow()'])('ends a run that waits for the host in %s', async (code) => {
    const engine = singleWorker();
    let called = (): void => {};
    const calling = new Promise<void>((resolve) => {
      called = resolve;
    });
    const slow = (): Promise<null> => {
      called();
      return new Promise(() => {});
    };
    const sandbox = await createSandbox({ engine, functions: { slow } });
    const running = sandbox.run(code);
    await calling;
    await sandbox.close();
    expect(await running).toMatchObject(CLOSED);
    await using next = await createSandbox({ engine });
    expect((await next.run('1')).value).toBe(1);
  });

  it('ends runs that are suspended, and those that wait behind them', async () => {
    const engine = singleWorker();
    const sandbox = await createSandbox({ engine });
    const step = await sandbox.start('ask()', { suspendOn: ['ask'] });
    if (step.status !== 'suspended') throw new Error('the run did not suspend');
    const behind = sandbox.run('1');
    const refused = expect(behind).rejects.toMatchObject({ code: 'sandbox/closed' });
    await sandbox.close();
    await refused;
    expect(await step.resume({ value: 1 })).toMatchObject({ status: 'finished', result: CLOSED });
    await using next = await createSandbox({ engine });
    expect((await next.run('1')).value).toBe(1);
  });

  it('runs on after a start with wrong arguments', async () => {
    await using sandbox = await createSandbox({ engine: singleWorker() });
    const suspendOn = ['ask'];
    await expect(sandbox.start('x', { suspendOn, file: 5 as unknown as string })).rejects.toMatchObject({
      code: 'sandbox/invalid_argument',
    });
    await expect(
      sandbox.start('x', { suspendOn, inputs: { x: 10n ** 400n, y: Symbol() as never } }),
    ).rejects.toThrow();
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('ends a run that waits for a worker: closed, aborted or past its deadline', async () => {
    const engine = singleWorker();
    const busy = await createSandbox({ engine });
    const holding = await busy.start('ask()', { suspendOn: ['ask'] });
    if (holding.status !== 'suspended') throw new Error('the run did not suspend');
    const [closed, aborted, late] = await Promise.all([
      createSandbox({ engine }),
      createSandbox({ engine }),
      createSandbox({ engine, limits: { deadlineSeconds: 0.05 } }),
    ]);
    const controller = new AbortController();
    const closedRun = closed.run('1');
    const abortedRun = aborted.run('1', { signal: controller.signal });
    expect((await late.run('1')).error).toMatchObject({ kind: 'infrastructure', message: /not run/ });
    controller.abort();
    expect((await abortedRun).error).toMatchObject({ kind: 'aborted', message: 'the run was aborted' });
    await closed.close();
    expect(await closedRun).toMatchObject(CLOSED);
    expect(await holding.resume({ value: 7 })).toMatchObject({ result: { value: 7 } });
    expect((await aborted.run('2')).value).toBe(2);
  });
});
