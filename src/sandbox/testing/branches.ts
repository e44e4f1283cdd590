import { expect, rejection } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** Forks, dumps, and what crosses between them. */
export function branchCases(it: DefineCase): void {
  it('forks the tree, with a clean namespace or a copy', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'a' } });
    await sandbox.run('x = 1\nwith open("b.txt", "w") as f: f.write("b")');
    await using clean = await sandbox.fork();
    await using copy = await sandbox.fork({ copyNamespace: true });
    expect((await clean.run('x')).error?.type).toBe('NameError');
    expect((await clean.run('open("a.txt").read() + open("b.txt").read()')).value).toBe('ab');
    expect((await copy.run('x += 1\nx')).value).toBe(2);
    expect((await sandbox.run('x')).value).toBe(1);
    await copy.run('with open("c.txt", "w") as f: f.write("c")');
    expect(sandbox.files.exists('c.txt')).toBe(false);
    expect(copy.files.changes()).toEqual({ written: ['c.txt'], deleted: [] });
    expect(await sandbox.files.merge(copy.files)).toMatchObject({ written: ['c.txt'], conflicts: [] });
    expect((await sandbox.run('open("c.txt").read()')).value).toBe('c');
    expect((await sandbox.run('x')).value).toBe(1);
  });

  it('tells what a fork changed: nothing at first, then each file with its kind', async ({ open }) => {
    const sandbox = await open({ files: { 'kept.txt': 'k', 'old.txt': 'old', 'gone.txt': 'g' } });
    await using fork = await sandbox.fork();
    expect(fork.files.diff()).toMatchObject({ written: [], deleted: [] });
    await fork.run(
      'import os\nwith open("old.txt", "w") as f: f.write("new!")\nwith open("new.txt", "w") as f: f.write("n")\nos.remove("gone.txt")',
    );
    expect(fork.files.diff()).toMatchObject({
      written: [
        { path: 'new.txt', kind: 'create', size: 1 },
        { path: 'old.txt', kind: 'modify', size: 4 },
      ],
      deleted: ['gone.txt'],
    });
    expect(sandbox.files.changes()).toEqual({ written: [], deleted: [] });
  });

  it('keeps a fork to its own tree, under the same protection', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'a' }, environment: { K: 'v' } });
    await using fork = await sandbox.fork();
    sandbox.files.writeText('later.txt', 'of the parent');
    expect((await fork.run('open("later.txt")')).error?.type).toBe('FileNotFoundError');
    expect((await fork.run('import os\nos.environ.get("K")')).value).toBe('v');
    expect(await fork.capabilities()).toEqual(await sandbox.capabilities());
    await fork.run('with open("a.txt", "w") as f: f.write("changed")');
    await fork.reset();
    expect((await fork.run('open("a.txt").read()')).value).toBe('a');
  });

  it('leaves the second of two forks that changed a file alone, unless it is forced', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'base' } });
    await using first = await sandbox.fork();
    await using second = await sandbox.fork();
    await first.run('with open("a.txt", "w") as f: f.write("first")');
    await second.run(
      'with open("a.txt", "w") as f: f.write("second")\nwith open("b.txt", "w") as f: f.write("b")',
    );
    expect(await sandbox.files.merge(first.files)).toMatchObject({ written: ['a.txt'], conflicts: [] });
    expect(await sandbox.files.merge(second.files)).toMatchObject({
      written: ['b.txt'],
      conflicts: ['a.txt'],
      skipped: ['a.txt'],
    });
    expect((await sandbox.run('open("a.txt").read()')).value).toBe('first');
    const forced = await sandbox.files.merge(second.files, { force: true });
    expect(forced).toMatchObject({ written: ['a.txt'], conflicts: ['a.txt'], skipped: [] });
    expect((await sandbox.run('open("a.txt").read()')).value).toBe('second');
  });

  it('keeps five concurrent forks apart', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('base = 10');
    const forks = await Promise.all([0, 1, 2, 3, 4].map(() => sandbox.fork({ copyNamespace: true })));
    const values = await Promise.all(
      forks.map(async (fork, index) => {
        await fork.run(`mine = base + ${index}`);
        return (await fork.run('mine')).value;
      }),
    );
    expect(values).toEqual([10, 11, 12, 13, 14]);
    await Promise.all(forks.map((fork) => fork.close()));
  });

  it('gives forks the bound functions', async ({ open }) => {
    const sandbox = await open({ functions: { f: () => 'host' } });
    await using fork = await sandbox.fork();
    expect((await fork.run('f()')).value).toBe('host');
  });

  it('loads from a dump as it was: namespace, tree, history, limits', async ({ open, load }) => {
    const sandbox = await open({
      files: { 'a.txt': 'a' },
      limits: { timeoutSeconds: 4.5 },
      environment: { K: 'v' },
    });
    await sandbox.run('x = [1]\nwith open("b.txt", "w") as f: f.write("b")');
    await using loaded = await load(await sandbox.dump(), { functions: { two: () => 2 } });
    const result = await loaded.run(
      'import os\n(x, open("a.txt").read(), open("b.txt").read(), two(), os.environ.get("K"))',
    );
    expect(result.value).toEqual([[1], 'a', 'b', 2, 'v']);
    expect(loaded.history()).toHaveLength(2);
    expect(loaded.files.changes()).toEqual({ written: ['b.txt'], deleted: [] });
    expect(await loaded.describe()).toContain('4.5 seconds');
    expect(await loaded.capabilities()).toEqual(await sandbox.capabilities());
    await loaded.run('x.append(2)');
    expect((await sandbox.run('x')).value).toEqual([1]);
  });

  it('refuses dumps that were changed, cut, signed elsewhere, or are none', async ({ open, load }) => {
    const sandbox = await open({ dumpKey: 'a key of 16 bytes' });
    await sandbox.run('x = 1');
    const dump = await sandbox.dump();
    const refuses = async (bytes: Uint8Array, dumpKey?: string): Promise<void> => {
      const loading = load(bytes, dumpKey === undefined ? {} : { dumpKey });
      expect(await rejection(loading)).toMatchObject({ code: 'sandbox/invalid_dump' });
    };
    const key = 'a key of 16 bytes';
    await refuses(dump);
    await refuses(dump, 'another key of 16');
    await refuses(new Uint8Array(), key);
    await refuses(Buffer.from('not a dump'), key);
    await refuses(dump.subarray(0, dump.length - 1), key);
    for (const place of [3, 15, 20, Math.floor(dump.length / 2), dump.length - 40, dump.length - 1]) {
      const changed = Uint8Array.from(dump);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await refuses(changed, key);
    }
    await using loaded = await load(dump, { dumpKey: key });
    expect((await loaded.run('x')).value).toBe(1);
  });

  it('says whether it can suspend, and does what it says', async ({ open }) => {
    const sandbox = await open();
    const start = sandbox.start('v = ask()\nv', { suspendOn: ['ask'] });
    if (!(await sandbox.capabilities()).suspend) {
      expect(await rejection(start)).toMatchObject({ code: 'sandbox/cannot_suspend' });
      return;
    }
    const step = await start;
    if (step.status !== 'suspended') throw new Error('the run did not suspend');
    expect(step.call).toEqual({ name: 'ask', args: [], kwargs: {} });
    expect(await step.resume({ value: 3 })).toMatchObject({ status: 'finished', result: { value: 3 } });
  });

  it('describes itself from what was probed', async ({ open }) => {
    const sandbox = await open({ functions: { lookup: () => 1 } });
    const { modules, isolation } = await sandbox.capabilities();
    for (const name of ['json', 'math', 're']) expect(modules).toContain(name);
    for (const how of Object.values(isolation)) expect(how).not.toBeNull();
    for (const word of ['5 seconds', '256 MB', 'json', 'lookup'])
      expect(await sandbox.describe()).toContain(word);
  });
}
