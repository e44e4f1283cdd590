import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createFileTree } from '../filesystem/index.js';
import { unless } from '../testing/unless.fixture.js';
import { type CreateSandboxOptions, createSandbox, loadSandbox, resumeRun } from './create-sandbox.js';
import { createDockerEngine } from './docker/docker-engine.js';
import type { Engine } from './engine.js';
import { MontyEngine } from './monty/monty-engine.js';

const { available, reason } = await new MontyEngine().probe();

unless(available ? null : reason).describe('a monty sandbox', () => {
  it('runs, keeps its namespace, serves functions and files', async () => {
    await using sandbox = await createSandbox({
      engine: 'monty',
      files: { 'a.txt': 'hello\n' },
      functions: { add: (a, b) => Number(a) + Number(b), later: async (x) => x ?? null },
    });
    expect(await sandbox.run('x = add(3, 4)\nprint(x)\nx * 6')).toMatchObject({
      ok: true,
      value: 42,
      stdout: '7\n',
    });
    expect((await sandbox.run('[await later(x), add(1, 0)]')).value).toEqual([7, 1]);
    expect((await sandbox.run('open("a.txt").read()')).value).toBe('hello\n');
    const failed = await sandbox.run('def f(n):\n  return 1 / n\nf(0)');
    expect(failed.error).toMatchObject({ kind: 'runtime', type: 'ZeroDivisionError', line: 2 });
  });

  it('keeps the namespace over a run that is killed', async () => {
    await using sandbox = await createSandbox({ engine: 'monty' });
    await sandbox.run('x = 7');
    const limits = { timeoutSeconds: 0.2 };
    expect((await sandbox.run('while True: pass', { limits })).error?.kind).toBe('timeout');
    expect((await sandbox.run('[0] * 10**10')).error?.kind).toBe('memory');
    expect((await sandbox.run('x')).value).toBe(7);
  });

  it('loads from a dump, and resumes a suspended run elsewhere', async () => {
    await using sandbox = await createSandbox({ engine: 'monty' });
    await sandbox.run('x = 7\nopen("b", "w").write("q")');
    await using copy = await loadSandbox(await sandbox.dump());
    expect((await copy.run('(x, open("b").read())')).value).toEqual([7, 'q']);
    const step = await sandbox.start('y = ask("n", k=1)\nx + y', { suspendOn: ['ask'] });
    if (step.status !== 'suspended') throw new Error('it did not suspend');
    expect(step.call).toEqual({ name: 'ask', args: ['n'], kwargs: { k: 1 } });
    const resumed = await resumeRun(await step.dump(), { value: 5 });
    expect(resumed.step).toMatchObject({ status: 'finished', result: { value: 12 } });
    expect(await step.resume({ value: 6 })).toMatchObject({ status: 'finished', result: { value: 13 } });
    await resumed.sandbox.close();
  });

  it('refuses dumps that were changed', async () => {
    await using sandbox = await createSandbox({ engine: 'monty' });
    const bytes = await sandbox.dump();
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    await expect(loadSandbox(bytes)).rejects.toMatchObject({ code: 'sandbox/invalid_dump' });
  });
});

unless(available ? null : reason).describe('a dump', () => {
  it('is loaded by the engine that wrote it, and no other', async () => {
    await using sandbox = await createSandbox({ engine: 'monty' });
    await sandbox.run('x = 7');
    const bytes = await sandbox.dump();
    for (const engine of ['cpython', createDockerEngine({ environment: {} })] as const) {
      const name = typeof engine === 'string' ? engine : engine.name;
      await expect(loadSandbox(bytes, { engine })).rejects.toMatchObject({
        code: 'sandbox/invalid_dump',
        message: expect.stringContaining(`the engine monty wrote this dump, and ${name} cannot load it`),
      });
    }
    await using copy = await loadSandbox(bytes, { engine: 'auto' });
    expect(await copy.run('x')).toMatchObject({ value: 7, engine: 'monty' });
  });
});

unless(available ? null : reason).describe('an engine of one’s own', () => {
  it('has its own name in results and dumps, which it alone loads', async () => {
    const monty = new MontyEngine({ maxWorkers: 1 });
    const own: Engine = {
      name: 'my-engine',
      probe: () => monty.probe(),
      close: () => monty.close(),
      openSession: (options) => monty.openSession(options),
    };
    try {
      await using sandbox = await createSandbox({ engine: own });
      expect(await sandbox.run('x = 7')).toMatchObject({ ok: true, engine: 'my-engine' });
      expect((await sandbox.capabilities()).engine).toBe('my-engine');
      const bytes = await sandbox.dump();
      await expect(loadSandbox(bytes)).rejects.toMatchObject({
        code: 'sandbox/invalid_dump',
        message: expect.stringContaining('give your engine of that name in the option engine'),
      });
      await using copy = await loadSandbox(bytes, { engine: own });
      expect(await copy.run('x')).toMatchObject({ value: 7, engine: 'my-engine' });
    } finally {
      await own.close();
    }
  });
});

unless(available ? null : reason).describe('a dump that the engine cannot load', () => {
  it('leaves no session open', async () => {
    const monty = new MontyEngine({ maxWorkers: 1 });
    let open = 0;
    const counting: Engine = {
      name: 'monty',
      probe: () => monty.probe(),
      close: () => monty.close(),
      openSession: async (options) => {
        const session = await monty.openSession(options);
        open++;
        return {
          run: (request) => session.run(request),
          reset: () => session.reset(),
          dump: async () => new Uint8Array([1, 2, 3]),
          load: (state) => session.load(state),
          close: async () => {
            open--;
            await session.close();
          },
        };
      },
    };
    const sandbox = await createSandbox({ engine: counting });
    await expect(loadSandbox(await sandbox.dump(), { engine: counting })).rejects.toThrow();
    await expect(sandbox.fork({ copyNamespace: true })).rejects.toThrow();
    expect(open).toBe(1);
    await sandbox.close();
    await monty.close();
  });
});

describe('createSandbox', () => {
  const here = fileURLToPath(import.meta.url);

  it.each<[string, CreateSandboxOptions]>([
    ['filesystem/invalid_base', { workdir: here }],
    ['filesystem/invalid_base', { workdir: '/no/such/folder' }],
    ['core/invalid_option', { workdir: '' }],
    ['core/invalid_option', { limits: { timeoutSeconds: 0 } }],
    ['core/invalid_option', { limits: { memoryMegabytes: -1 } }],
    ['sandbox/invalid_name', { functions: { 'not a name': () => 1 } }],
    ['sandbox/invalid_name', { inputs: { class: 1 } }],
    ['sandbox/invalid_argument', { functions: { x: 5 as never } }],
    ['sandbox/invalid_value', { inputs: { f: (() => 1) as never } }],
    ['sandbox/invalid_value', { inputs: { rows: [{ when: new Date(0) as never }] } }],
    ['filesystem/invalid_content', { files: { a: 5 as never } }],
    ['sandbox/invalid_key', { dumpKey: 'short' }],
    ['sandbox/invalid_argument', { tree: createFileTree(), workdir: '/' }],
    ['sandbox/no_engine', { engine: 'jython' as 'monty' }],
  ])('rejects with %s for %j', async (code, options) => {
    await expect(createSandbox({ engine: 'monty', ...options })).rejects.toMatchObject({ code });
  });
});
