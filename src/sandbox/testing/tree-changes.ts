import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../../core/internal.js';
import type { JournalEntry } from '../../filesystem/index.js';
import type { DefineCase } from './define-case.js';

/** What the code changes in the tree over several runs: journal, listings, and what outlives the folder. */
export function treeChangeCases(it: DefineCase): void {
  it('are told by the journal in order, run by run', async ({ open }) => {
    const sandbox = await open();
    for (const code of [
      'with open("a.txt", "w") as f: f.write("1")',
      'with open("a.txt", "w") as f: f.write("12")',
      'import os\nos.mkdir("made")',
      'os.rename("a.txt", "b.txt")',
      'os.remove("b.txt")',
    ]) {
      expect((await sandbox.run(code)).error).toBeNull();
    }
    expect(steps(sandbox.files.journal())).toEqual([
      'write a.txt 1',
      'write a.txt 2',
      'mkdir made',
      'delete a.txt',
      'write b.txt 2',
      'delete b.txt',
    ]);
    expect(sandbox.files.journal()).not.toBe(sandbox.files.journal());
  });

  it('of a removed and remade file are a removal and a creation, and stay over runs', async ({
    open,
    folder,
  }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    await sandbox.run('import os\nos.remove("base.txt")');
    await sandbox.run('with open("base.txt", "w") as f: f.write("again")');
    expect(steps(sandbox.files.journal())).toEqual(['delete base.txt', 'write base.txt 5']);
    expect(sandbox.files.journal()[1]).toMatchObject({ operation: 'write', kind: 'create' });
    expect((await sandbox.run('open("base.txt").read()')).value).toBe('again');
    expect(readFileSync(join(host, 'base.txt'), 'utf8')).toBe('base\n');
  });

  it('show in listings together with what the folder holds', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    await sandbox.run('import os\nos.remove("d/one.txt")\nwith open("d/three.txt", "w") as f: f.write("3")');
    expect((await sandbox.run('import os\nsorted(os.listdir("d"))')).value).toEqual(['three.txt', 'two.txt']);
    expect(sandbox.files.list('d')).toEqual(['three.txt', 'two.txt']);
    expect(sandbox.files.changes()).toEqual({ written: ['d/three.txt'], deleted: ['d/one.txt'] });
    expect([existsSync(join(host, 'd/one.txt')), existsSync(join(host, 'd/three.txt'))]).toEqual([
      true,
      false,
    ]);
  });

  it('are gone after a reset, with their journal', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    await sandbox.run(
      'with open("base.txt", "w") as f: f.write("x")\nwith open("made.txt", "w") as f: f.write("y")',
    );
    await sandbox.reset();
    expect([sandbox.files.journal(), sandbox.files.exists('made.txt')]).toEqual([[], false]);
    expect((await sandbox.run('open("base.txt").read()')).value).toBe('base\n');
  });

  it('are found by patterns through host functions over the tree', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({
      workdir: host,
      functions: {
        glob: (pattern, root) =>
          sandbox.files.glob(String(pattern), root === undefined ? {} : { root: String(root) }),
        rglob: (pattern) => sandbox.files.rglob(String(pattern)),
      },
    });
    await sandbox.run('with open("d/three.txt", "w") as f: f.write("3")');
    const code = '(glob("d/t*.txt"), rglob("t*.txt"), glob("*.txt", "d"))';
    const two = ['/d/three.txt', '/d/two.txt'];
    expect((await sandbox.run(code)).value).toEqual([two, two, ['one.txt', 'three.txt', 'two.txt']]);
  });

  it('are in a dump with all that the folder held, and load where the folder has gone', async ({
    open,
    load,
    folder,
  }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host, functions: { secret: () => 1 } });
    await sandbox.run('import os\nwith open("made.txt", "w") as f: f.write("made")\nos.remove("d/one.txt")');
    const dump = await sandbox.dump();
    rmSync(host, { recursive: true });
    await using loaded = await load(dump);
    expect((await loaded.run('open("base.txt").read() + open("made.txt").read()')).value).toBe('base\nmade');
    expect(loaded.files.changes()).toEqual({ written: ['made.txt'], deleted: ['d/one.txt'] });
    expect(loaded.files.rglob('*.txt')).toEqual(['/base.txt', '/d/two.txt', '/made.txt']);
    expect(loaded.files.journal()).toEqual(sandbox.files.journal());
    expect((await loaded.run('secret()')).error?.type).toBe('NameError');
    await loaded.reset();
    expect((await loaded.run('open("d/one.txt").read()')).value).toBe('1');
  });
}

/**
 * The journal without what differs between engines: an engine that answers each call notes the emptying of an opened
 * file and a renaming; one that compares the tree after the run notes what came of them.
 */
function steps(journal: readonly JournalEntry[]): readonly string[] {
  return journal.flatMap((entry) => {
    switch (entry.operation) {
      case 'rename':
        return [`delete ${entry.source}`, `write ${entry.path} ${entry.size}`];
      case 'write':
        return entry.size === 0 ? [] : [`write ${entry.path} ${entry.size}`];
      default:
        return [`${entry.operation} ${entry.path}`];
    }
  });
}

function hostFolder(host: string): string {
  mkdirSync(join(host, 'd'));
  writeFileSync(join(host, 'base.txt'), 'base\n');
  writeFileSync(join(host, 'd', 'one.txt'), '1');
  writeFileSync(join(host, 'd', 'two.txt'), '2');
  return host;
}
