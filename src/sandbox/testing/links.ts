import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** Links of the folder that the code sees: they lead where they lead in the tree, and are never taken for copies. */
export function linkCases(it: DefineCase): void {
  it('are read through, and those that lead out of the folder, in a circle or nowhere are not there', async ({
    open,
    folder,
  }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    const code =
      'import os\n' +
      'read = [open(p).read() for p in ("alias/one.txt", "lib/deep/same.txt", "self/self/alias/one.txt")]\n' +
      '(read, sorted(os.listdir(".")))';
    const result = await sandbox.run(code);
    expect([result.error, result.value]).toEqual([
      null,
      [
        ['1', '1', '1'],
        ['alias', 'lib', 'self'],
      ],
    ]);
  });

  it('are links, and are not entered by a walk', async ({ open, folder }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    const code =
      'from pathlib import Path\n' + 'sorted([str(p), p.is_symlink()] for p in Path(".").rglob("*"))';
    const result = await sandbox.run(code);
    expect([result.error, result.value]).toEqual([
      null,
      [
        ['alias', true],
        ['lib', false],
        ['lib/deep', false],
        ['lib/deep/same.txt', true],
        ['lib/one.txt', false],
        ['self', true],
      ],
    ]);
  });

  it('are looked through once where folders lead to each other in a million ways', async ({
    open,
    folder,
  }) => {
    const linked = linkedFolder(folder());
    for (let depth = 0; depth < 8; depth++) mkdirSync(join(linked, `f${depth}`));
    for (let depth = 0; depth < 7; depth++) {
      for (let index = 0; index < 10; index++)
        symlinkSync(`../f${depth + 1}`, join(linked, `f${depth}`, `l${index}`));
    }
    writeFileSync(join(linked, 'f7/end.txt'), 'end');
    const sandbox = await open({ workdir: linked });
    const result = await sandbox.run('open("f0/l1/l2/l3/l4/l5/l6/l7/end.txt").read()');
    expect([result.error, result.value]).toEqual([null, 'end']);
  });

  it('lead to what is changed through them', async ({ open, folder }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    const code =
      'with open("lib/deep/same.txt", "w") as f: f.write("2")\n' +
      'with open("alias/new.txt", "w") as f: f.write("new")\n' +
      '(open("lib/one.txt").read(), open("lib/new.txt").read())';
    const result = await sandbox.run(code);
    expect([result.error, result.value]).toEqual([null, ['2', 'new']]);
    expect(sandbox.files.changes()).toEqual({ written: ['lib/new.txt', 'lib/one.txt'], deleted: [] });
    expect(sandbox.files.readText('alias/one.txt')).toBe('2');
    expect(readFileSync(join(linked, 'lib/one.txt'), 'utf8')).toBe('1');
  });

  it('are removed themselves, and what they led to stays', async ({ open, folder }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    const code = 'import os\nfor name in ("alias", "self", "lib/deep/same.txt"): os.unlink(name)';
    expect((await sandbox.run(code)).error).toBeNull();
    expect(sandbox.files.list('')).toEqual(['lib']);
    expect(sandbox.files.list('lib/deep')).toEqual([]);
    expect(
      (await sandbox.run('import os\n(sorted(os.listdir(".")), open("lib/one.txt").read())')).value,
    ).toEqual([['lib'], '1']);
  });

  it('make room for files and folders of their name', async ({ open, folder }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    const code =
      'import os\n' +
      'os.unlink("alias"); os.mkdir("alias")\n' +
      'with open("alias/own.txt", "w") as f: f.write("own")\n' +
      'os.unlink("self")\n' +
      'with open("self", "w") as f: f.write("file")';
    expect((await sandbox.run(code)).error).toBeNull();
    expect(sandbox.files.changes().written).toEqual(['alias/own.txt', 'self']);
    expect(sandbox.files.list('lib')).toEqual(['deep', 'one.txt']);
    expect(sandbox.files.list('alias')).toEqual(['own.txt']);
    expect((await sandbox.run('(open("alias/own.txt").read(), open("self").read())')).value).toEqual([
      'own',
      'file',
    ]);
  });

  it('follow what the host program changes in the tree', async ({ open, folder }) => {
    const linked = linkedFolder(folder());
    const sandbox = await open({ workdir: linked });
    expect((await sandbox.run('open("alias/one.txt").read()')).value).toBe('1');
    sandbox.files.writeText('lib/one.txt', 'by the host');
    sandbox.files.removeFile('self');
    const result = await sandbox.run('import os\n(open("lib/deep/same.txt").read(), os.path.exists("self"))');
    expect(result.value).toEqual(['by the host', false]);
    sandbox.files.reset();
    expect((await sandbox.run('open("self/alias/one.txt").read()')).value).toBe('1');
  });
}

/** A folder with links: within it, out of it, in a circle and to nowhere. */
function linkedFolder(outer: string): string {
  const linked = join(outer, 'work');
  mkdirSync(join(linked, 'lib/deep'), { recursive: true });
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  writeFileSync(join(linked, 'lib/one.txt'), '1');
  symlinkSync('lib', join(linked, 'alias'));
  symlinkSync('../one.txt', join(linked, 'lib/deep/same.txt'));
  symlinkSync('.', join(linked, 'self'));
  symlinkSync('../secret.txt', join(linked, 'out.txt'));
  symlinkSync(outer, join(linked, 'above'));
  symlinkSync('second', join(linked, 'first'));
  symlinkSync('first', join(linked, 'second'));
  symlinkSync('nowhere', join(linked, 'dangling'));
  return linked;
}
