import { afterEach, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { MontyEngine } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

unless(available ? null : reason).describe('lost workers', () => {
  let engine: MontyEngine | null = null;
  afterEach(() => engine?.close());

  const killAll = (): void => {
    for (const pid of engine?.workerPids() ?? []) process.kill(pid, 'SIGKILL');
  };

  it('take the namespace along, and the next run says so without running', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    let calls = 0;
    await using sandbox = await createSandbox({
      engine,
      inputs: { base: 40 },
      functions: { tick: () => ++calls },
    });
    await sandbox.run('x = tick()');
    killAll();
    const { error } = await sandbox.run('tick()');
    // Whether its death is known already when the run comes is chance.
    expect(['infrastructure', 'crash']).toContain(error?.kind);
    expect(error?.hint).toContain('variables');
    expect(calls).toBe(1);
    expect((await sandbox.run('x')).error?.type).toBe('NameError');
    expect((await sandbox.run('base + 2')).value).toBe(42);
  });

  it('that die in a run are told from what the code raised', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    const die = (): null => {
      killAll();
      return null;
    };
    await using sandbox = await createSandbox({ engine, functions: { die } });
    await sandbox.run('x = 1');
    const { error } = await sandbox.run('die()\n1');
    expect(error).toMatchObject({ kind: 'crash', hint: expect.stringContaining('variables') });
    expect((await sandbox.run('6 * 7')).value).toBe(42);
  });

  it('cost nothing of a namespace that is loaded when they die', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    await using first = await createSandbox({ engine });
    await using second = await createSandbox({ engine });
    await first.run('x = 7');
    await second.run('y = 8');
    killAll();
    expect((await first.run('x')).value).toBe(7);
  });

  it('are few: limits inside of the interpreter leave the namespace as it is', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    await using sandbox = await createSandbox({
      engine,
      limits: { memoryMegabytes: 64 },
    });
    await sandbox.run('x = 7');
    const [pid] = engine.workerPids();
    for (const [code, kind] of [
      ['while True: pass', 'timeout'],
      ['[0] * 10 ** 9', 'memory'],
      ['def f(n): return f(n + 1)\nf(0)', 'runtime'],
      ['raise ValueError(1, 2)', 'unsupported'],
      ['import heapq', 'unsupported'],
      ['import time\ntime.sleep(9)', 'timeout'],
    ] as const) {
      const limits = kind === 'timeout' ? { timeoutSeconds: 0.3 } : {};
      expect([code, (await sandbox.run(code, { limits })).error?.kind]).toEqual([code, kind]);
      expect((await sandbox.run('x')).value).toBe(7);
    }
    const output = await sandbox.run('print("x" * 2_000_000)\nx = 8');
    expect([output.error?.kind, output.stdout.length]).toEqual(['output', 1_000_000]);
    expect((await sandbox.run('x')).value).toBe(8);
    const large = { maxValueBytes: 100_000 };
    for (const code of ['"x" * 1_000_000', 'take("x" * 1_000_000)', 'open("x" * 1_000_000)']) {
      const { error } = await sandbox.run(code, { limits: large, functions: { take: () => null } });
      expect([code.slice(0, 4), error?.type]).toEqual([code.slice(0, 4), 'ValueTooLargeError']);
      expect((await sandbox.run('x')).value).toBe(8);
    }
    expect(engine.workerPids()).toEqual([pid]);
  });

  it('are ended by the watchdog where the interpreter minds no limit', async () => {
    engine = new MontyEngine({ maxWorkers: 1 });
    await using sandbox = await createSandbox({ engine });
    const code = 'a = []\nb = []\nfor _ in range(60):\n  a = [a, a]\n  b = [b, b]\na == b';
    expect((await sandbox.run(code, { limits: { timeoutSeconds: 0.2 } })).error?.kind).toBe('timeout');
    expect((await sandbox.run('6 * 7')).value).toBe(42);
  });
});
