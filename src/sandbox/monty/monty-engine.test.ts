import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { createSandbox, loadSandbox, resumeRun } from '../create-sandbox.js';
import { MontyEngine, type MontyEngineOptions } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

const engines: MontyEngine[] = [];
function engineWith(options: MontyEngineOptions = {}): MontyEngine {
  const engine = new MontyEngine({ maxWorkers: 2, ...options });
  engines.push(engine);
  return engine;
}
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

function killAll(engine: MontyEngine): void {
  for (const pid of engine.workerPids()) process.kill(pid, 'SIGKILL');
}

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

describe.skipIf(!available)(`MontyEngine${available ? '' : ` (skipped: ${reason})`}`, () => {
  it('brings the namespace back when its worker was killed between runs', async () => {
    const engine = engineWith({ maxWorkers: 1 });
    let calls = 0;
    const sandbox = await createSandbox({ engine, functions: { next_number: () => ++calls } });
    await sandbox.run('import heapq\nx = [next_number()]\ndef f(n): return n + x[0]');
    await sandbox.run('x.append(next_number())');
    killAll(engine);
    expect((await sandbox.run('heapq.heappush(x, f(1))\nx')).value).toEqual([1, 2, 2]);
    expect(calls).toBe(2);
    killAll(engine);
    await using copy = await loadSandbox(await sandbox.dump(), { engine });
    expect((await copy.run('x')).value).toEqual([1, 2, 2]);
  });

  it('keeps a namespace over hundreds of runs, limits and kills', async () => {
    const engine = engineWith();
    const sandbox = await createSandbox({ engine, limits: { timeoutSeconds: 2 } });
    await sandbox.run('total = 0');
    let total = 0;
    for (let index = 0; index < 450; index++) {
      total += index;
      await sandbox.run(`total += ${index}`);
      if (index % 100 === 50)
        await sandbox.run('total = -1\nwhile True: pass', { limits: { timeoutSeconds: 0.05 } });
      if (index % 150 === 75) killAll(engine);
    }
    expect((await sandbox.run('total')).value).toBe(total);
  });

  it('shares few workers among many sandboxes', async () => {
    const engine = engineWith();
    const sandboxes = await Promise.all(Array.from({ length: 12 }, () => createSandbox({ engine })));
    await Promise.all(sandboxes.map((sandbox, index) => sandbox.run(`mine = ${index}`)));
    for (let round = 0; round < 3; round++) {
      await Promise.all(sandboxes.map((sandbox) => sandbox.run('mine += 100')));
    }
    const values = await Promise.all(sandboxes.map(async (sandbox) => (await sandbox.run('mine')).value));
    expect(values).toEqual(sandboxes.map((_, index) => index + 300));
    expect(engine.workerPids().length).toBeLessThanOrEqual(2);
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  });

  it('lets host functions use the same single worker’s engine', async () => {
    const engine = engineWith({ maxWorkers: 1 });
    const inner = await createSandbox({ engine });
    const outer = await createSandbox({
      engine,
      functions: { ask: async (code) => (await inner.run(String(code))).value },
    });
    expect((await outer.run('ask("x = 20\\nx + 1") * 2')).value).toBe(42);
    expect((await inner.run('x')).value).toBe(20);
  });

  it('leaks no process and no descriptor over runs with random kills', async () => {
    const engine = engineWith();
    const random = new RandomStream(7, 'kills');
    const warm = await createSandbox({ engine });
    await warm.run('1');
    const before = openDescriptors();
    for (let round = 0; round < 300; round++) {
      const sandbox = await createSandbox({ engine });
      const running = Promise.all([sandbox.run('x = 1\nx'), sandbox.run('x + 1')]);
      if (random.next() < 0.15) killAll(engine);
      const results = await running;
      for (const { error } of results) expect([undefined, 'crash', 'runtime']).toContain(error?.kind);
      await sandbox.close();
    }
    expect(engine.workerPids().length).toBeLessThanOrEqual(3);
    expect(openDescriptors()).toBeLessThanOrEqual(before + 8);
    const pids = engine.workerPids();
    await engine.close();
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  it('sheds the sources of runs without changing what later errors say', async () => {
    const engine = engineWith({ maxWorkers: 1 });
    const sandbox = await createSandbox({ engine });
    const longComment = `# ${'long '.repeat(600)}`;
    await sandbox.run('');
    await sandbox.run(`${longComment}\n\ndef fail(x):\n    return [1 / y for y in [x]]`);
    await sandbox.run('x = = 1');
    await sandbox.run(`total = 0\nlate = [lambda q: q.nope]\nlazy = (1 / y for y in [0])`);
    for (let run = 0; run < 200; run++) await sandbox.run(`total += 1 ${longComment}\n'é${run}'`);
    for (const place of ['here', 'after a kill', 'elsewhere']) {
      if (place === 'after a kill') killAll(engine);
      const dump = await sandbox.dump();
      const subject = place === 'elsewhere' ? await loadSandbox(dump, { engine }) : sandbox;
      const failed = await subject.run('\nfail(0)');
      expect(failed.error).toMatchObject({
        type: 'ZeroDivisionError',
        line: 2,
        frames: [{ line: 2 }, { file: '<run 2>', line: 4, function: 'fail' }],
      });
      expect((await subject.run('late[0](3)')).error?.frames.at(-1)).toMatchObject({
        file: '<run 4>',
        line: 2,
      });
      if (place === 'here') {
        const lazy = await subject.run('[*lazy]');
        expect(lazy.error?.frames.at(-1)).toMatchObject({ file: '<run 4>', line: 3 });
      }
      expect((await subject.run('total')).value).toBe(200);
      if (subject !== sandbox) await subject.close();
    }
    const fresh = await createSandbox({ engine });
    await fresh.run('total = 0');
    const history = JSON.stringify(sandbox.history()).length;
    expect((await sandbox.dump()).length - history - (await fresh.dump()).length).toBeLessThan(60_000);
  });

  it('resumes a suspended run in another engine, awaited or not', async () => {
    const first = engineWith({ maxWorkers: 1 });
    const second = engineWith({ maxWorkers: 1 });
    const key = 'a key that both sides know';
    for (const call of ['ask("q")', 'await ask("q")']) {
      const sandbox = await createSandbox({ engine: first, dumpKey: key });
      await sandbox.run('import bisect\nrow = [1, 3]');
      const step = await sandbox.start(`n = ${call}\nbisect.insort(row, n)\nrow`, { suspendOn: ['ask'] });
      if (step.status !== 'suspended') throw new Error('the run did not suspend');
      const bytes = await step.dump();
      await step.abandon();
      expect((await sandbox.run('row')).value).toEqual([1, 3]);
      const resumed = await resumeRun(bytes, { value: 2 }, { engine: second, dumpKey: key });
      expect(resumed.step).toMatchObject({ status: 'finished', result: { value: [1, 2, 3] } });
      expect((await resumed.sandbox.run('row[0]')).value).toBe(1);
      await expect(loadSandbox(bytes, { engine: second, dumpKey: key })).rejects.toMatchObject({
        code: 'sandbox/invalid_dump',
      });
    }
  });

  it('answers a suspended call with an exception', async () => {
    const sandbox = await createSandbox({ engine: engineWith() });
    const code = 'try:\n  ask()\nexcept KeyError as e:\n  r = "caught"\nr';
    const step = await sandbox.start(code, { suspendOn: ['ask'] });
    if (step.status !== 'suspended') throw new Error('the run did not suspend');
    expect(await step.resume({ error: { type: 'KeyError', message: 'k' } })).toMatchObject({
      result: { value: 'caught' },
    });
    await expect(step.resume({ value: 1 })).rejects.toMatchObject({ code: 'sandbox/not_suspended' });
  });

  it('reads the clock that it was given, in UTC', async () => {
    const sandbox = await createSandbox({ engine: engineWith({ now: () => new Date(86_400_000) }) });
    expect((await sandbox.run('import datetime\nstr(datetime.datetime.now())')).value).toBe(
      '1970-01-02 00:00:00',
    );
  });

  it('refuses limits that it cannot keep, and binaries that are none', async () => {
    const engine = engineWith();
    await expect(createSandbox({ engine, limits: { memoryMegabytes: 50_000 } })).rejects.toMatchObject({
      code: 'sandbox/unenforceable_limit',
      details: { limit: 'memoryMegabytes' },
    });
    const none = engineWith({ binary: '/bin/true' });
    expect((await none.probe()).available).toBe(false);
    const absent = engineWith({ environment: { METTLE_MONTY_BIN: '/nothing/here' } });
    expect((await absent.probe()).reason).toContain('METTLE_MONTY_BIN');
  });

  it('runs without rewrites when it is told to', async () => {
    const sandbox = await createSandbox({ engine: engineWith({ rewrites: false }) });
    expect((await sandbox.run('import heapq')).error?.type).toBe('ModuleNotFoundError');
  });
});
