import { readdirSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { HostAnswer, RunResult } from '../contract.js';
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

unless(available ? null : reason).describe('MontyEngine', () => {
  it('keeps a namespace over hundreds of runs and changing limits', async () => {
    const engine = engineWith();
    const sandbox = await createSandbox({ engine });
    await sandbox.run('total = 0');
    let total = 0;
    for (let index = 0; index < 300; index++) {
      total += index;
      await sandbox.run(`total += ${index}`);
      if (index % 100 !== 50) continue;
      const limits = { memoryMegabytes: 32 + index, maxRecursionDepth: 100 + index };
      const { error } = await sandbox.run('while True: pass', {
        limits: { ...limits, timeoutSeconds: 0.05 },
      });
      expect(error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('0.05 s') });
      const deep = await sandbox.run('def f(n): return n and f(n - 1)\nf(90 + extra)', {
        limits,
        inputs: { extra: index },
      });
      expect(deep.error).toBeNull();
    }
    expect((await sandbox.run('total')).value).toBe(total);
  });

  it('adds up the time that the code waits for files and sleeps', async () => {
    const sandbox = await createSandbox({ engine: engineWith(), limits: { timeoutSeconds: 0.2 } });
    const { error } = await sandbox.run('import time\nfor _ in range(3): time.sleep(0.15)');
    expect(error?.kind).toBe('timeout');
  });

  it('sets limits down and up again in the same namespace', async () => {
    const sandbox = await createSandbox({ engine: engineWith(), limits: { memoryMegabytes: 128 } });
    await sandbox.run('x = 7');
    const fill = 'len([0] * 6_000_000)';
    expect((await sandbox.run(fill)).value).toBe(6_000_000);
    expect((await sandbox.run(fill, { limits: { memoryMegabytes: 32 } })).error?.kind).toBe('memory');
    expect((await sandbox.run(fill)).value).toBe(6_000_000);
    expect((await sandbox.run('x')).value).toBe(7);
  });

  it('gives a large input anew within the memory that one takes', async () => {
    await using sandbox = await createSandbox({ engine: engineWith(), limits: { memoryMegabytes: 64 } });
    for (let round = 0; round < 4; round++) {
      const text = String(round).repeat(20_000_000);
      const { error, value } = await sandbox.run('text[-1]', { inputs: { text }, file: `part-${round}.py` });
      expect([error, value]).toEqual([null, String(round)]);
    }
    const failed = await sandbox.run('\n1 / 0', { inputs: { text: 'y'.repeat(2_000_000) }, file: 'last.py' });
    expect(failed.error).toMatchObject({ line: 2, frames: [{ file: '/last.py', line: 2 }] });
    expect((await sandbox.run('text[-1]')).value).toBe('y');
    const syntax = await sandbox.run('def', { inputs: { text: 'z'.repeat(2_000_000) } });
    expect(syntax.error).toMatchObject({ kind: 'syntax', line: 1 });
    expect((await sandbox.run('text[-1]')).value).toBe('z');
    const huge = { text: 'z'.repeat(65_000_000) };
    expect((await sandbox.run('1', { inputs: huge })).error?.kind).toBe('memory');
    expect((await sandbox.run('1 / 0')).error).toMatchObject({ line: 1, frames: [{ line: 1 }] });
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
    for (let round = 0; round < 100; round++) {
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

  it('shows frames of earlier runs, also after a dump', async () => {
    const engine = engineWith({ maxWorkers: 1 });
    const sandbox = await createSandbox({ engine });
    await sandbox.run('');
    await sandbox.run('\n\ndef fail(x):\n    return [1 / y for y in [x]]');
    await sandbox.run('x = = 1');
    await using loaded = await loadSandbox(await sandbox.dump(), { engine });
    for (const subject of [sandbox, loaded]) {
      expect((await subject.run('\nfail(0)')).error).toMatchObject({
        type: 'ZeroDivisionError',
        line: 2,
        frames: [{ line: 2 }, { file: '<run 2>', line: 4, function: 'fail' }],
      });
    }
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
      const ended = await step.abandon();
      expect(ended.error?.kind).toBe('aborted');
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

  it('resumes calls that are gathered, in another engine', async () => {
    const key = 'a key that both sides know';
    const sandbox = await createSandbox({ engine: engineWith({ maxWorkers: 1 }), dumpKey: key });
    await sandbox.run(
      'import asyncio\nasync def both(): return await asyncio.gather(ask("ä"), asyncio.sleep(0, 2))',
    );
    const step = await sandbox.start('await both()', { suspendOn: ['ask'] });
    if (step.status !== 'suspended') throw new Error('the run did not suspend');
    const bytes = await step.dump();
    const resumed = await resumeRun(
      bytes,
      { value: 1 },
      { engine: engineWith({ maxWorkers: 1 }), dumpKey: key },
    );
    expect(resumed.step).toMatchObject({ status: 'finished', result: { error: null, value: [1, 2] } });
  });

  it('keeps the answers of gathered calls in the dump of a later one', async () => {
    const dumpKey = 'a key that both sides know';
    const functions = { wait: (): Promise<never> => new Promise(() => {}) };
    const finish = async (calls: string, answer: HostAnswer): Promise<RunResult> => {
      const sandbox = await createSandbox({ engine: engineWith({ maxWorkers: 1 }), dumpKey, functions });
      const code = `import asyncio\nawait asyncio.gather(${calls})`;
      const first = await sandbox.start(code, { suspendOn: ['ask'] });
      const second = first.status === 'suspended' ? await first.resume(answer) : first;
      if (second.status !== 'suspended') throw new Error('the run did not suspend twice');
      const engine = engineWith({ maxWorkers: 1 });
      const { step } = await resumeRun(await second.dump(), { value: 'b' }, { engine, dumpKey, functions });
      if (step.status !== 'finished') throw new Error('the run did not end');
      return step.result;
    };
    const value = [2n ** 70n, new Set(['a'])];
    expect((await finish('ask(1), asyncio.sleep(60, "slept"), ask(2)', { value })).value).toEqual([
      value,
      'slept',
      'b',
    ]);
    const refused = await finish('ask(1), ask(2)', { error: { type: 'KeyError', message: 'no' } });
    expect(refused.error).toMatchObject({ type: 'KeyError', message: expect.stringContaining('no') });
    const lost = await finish('ask(1), wait(), ask(2)', { value });
    expect(lost.error).toMatchObject({
      type: 'RuntimeError',
      message: 'the host function had not answered when the run was saved',
    });
  });

  it('lets calls that are awaited together run at the same time', async () => {
    let calls = 0;
    let letGo = (): void => {};
    const all = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const wait = async (n: unknown): Promise<number> => {
      if (++calls === 3) letGo();
      await all;
      return Number(n);
    };
    const sandbox = await createSandbox({ engine: engineWith(), functions: { wait } });
    const gathered = await sandbox.run(
      'import asyncio\nasync def one(n): return await wait(n)\nawait asyncio.gather(one(1), one(2), wait(3))',
    );
    expect(gathered.value).toEqual([1, 2, 3]);
  });

  it('bounds integers that cross, and gives them as far as they may', async () => {
    let calls = 0;
    const functions = { take: () => ++calls, give: () => 2n ** 70_000n };
    const sandbox = await createSandbox({ engine: engineWith(), functions });
    expect((await sandbox.run('2 ** 65535')).value).toBe(2n ** 65535n);
    for (const code of ['1 << 65536', '[(1 << 65536)]', '[1 << 65535] * 300']) {
      expect((await sandbox.run(code)).error).toMatchObject({ kind: 'limit', type: 'ValueTooLargeError' });
    }
    for (const code of ['take(1 << 65536)', 'give()']) {
      expect((await sandbox.run(code)).error).toMatchObject({ kind: 'runtime', type: 'ValueError' });
    }
    await expect(sandbox.run('v', { inputs: { v: 2n ** 65536n } })).rejects.toMatchObject({
      code: 'sandbox/value_too_large',
    });
    expect(calls).toBe(0);
    const step = await sandbox.start('ask([1 << 65536])', { suspendOn: ['ask'] });
    expect(step).toMatchObject({ status: 'finished', result: { error: { type: 'ValueError' } } });
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
});
