import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.js';
import { MontyEngine } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

describe.skipIf(!available)(`healing${available ? '' : ` (skipped: ${reason})`}`, () => {
  let engine: MontyEngine | null = null;
  afterEach(() => engine?.close());

  const killAll = (): void => {
    for (const pid of engine?.workerPids() ?? []) kill(pid);
  };
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('runs a run again whose worker was killed before it had shown anything', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    await using sandbox = await createSandbox({ engine });
    await sandbox.run('x = 1');
    const running = sandbox.run('for _ in range(200_000): x += 1\nx');
    await nextTurn();
    killAll();
    expect(await running).toMatchObject({ ok: true, value: 200_001 });
  });

  it('gives up when that worker is killed too, and goes on', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    await using sandbox = await createSandbox({ engine });
    let over = false;
    const running = sandbox.run('while True: pass', { limits: { timeoutSeconds: 20 } }).finally(() => {
      over = true;
    });
    while (!over) {
      killAll();
      await nextTurn();
    }
    expect(['crash', 'infrastructure']).toContain((await running).error?.kind);
    expect((await sandbox.run('6 * 7')).value).toBe(42);
  });

  it('never runs again what failed by itself, or had called the host', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    let calls = 0;
    const functions = {
      tick: (): number => ++calls,
      die: (): null => {
        calls++;
        killAll();
        return null;
      },
    };
    await using sandbox = await createSandbox({ engine, functions });
    expect((await sandbox.run('tick()\n1 / 0')).error?.type).toBe('ZeroDivisionError');
    expect(calls).toBe(1);
    expect((await sandbox.run('die()\n1')).error?.kind).toBe('crash');
    expect(calls).toBe(2);
  });
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if (Reflect.get(Object(thrown), 'code') !== 'ESRCH') throw thrown;
  }
}
