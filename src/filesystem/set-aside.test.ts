import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileTree, type FileTree, restoreFileTree } from './index.js';

const NONE = { written: [], deleted: [] };

function treeWithInputs(): FileTree {
  const tree = createFileTree({ files: { 'a.txt': 'a\n' } });
  tree.setAside('inputs.json', '{}\n');
  return tree;
}

it('counts no file that was set aside, here, in copies, in forks and where they are merged', async () => {
  const tree = treeWithInputs();
  const fork = tree.fork();
  fork.setAside('more.json', '[]');
  fork.writeText('b.txt', 'b');
  expect([tree.changes(), await tree.patch(), tree.journal()]).toEqual([NONE, '', []]);
  expect([tree.copy().changes(), fork.changes().written]).toEqual([NONE, ['b.txt']]);
  expect((await tree.merge(fork)).written).toEqual(['b.txt']);
  fork.setAside('last.json', '1');
  expect((await tree.merge(fork)).written).toEqual([]);
  expect(tree.files()).toEqual(['a.txt', 'b.txt', 'inputs.json']);
  expect(restoreFileTree(tree.snapshot()).changes().written).toEqual(['b.txt']);
  tree.reset();
  expect([tree.readText('inputs.json'), tree.changes()]).toEqual(['{}\n', NONE]);
});

it('is not committed, and still there and no change afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-set-aside-'));
  try {
    const tree = createFileTree({ base: folder });
    tree.setAside('inputs.json', '{}\n');
    tree.writeText('b.txt', 'b');
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(readdirSync(folder)).toEqual(['b.txt']);
    expect([tree.readText('inputs.json'), tree.changes()]).toEqual(['{}\n', NONE]);
    tree.writeText('inputs.json', 'mine');
    expect(tree.changes().written).toEqual(['inputs.json']);
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(readdirSync(folder)).toEqual(['b.txt', 'inputs.json']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('counts as a new file once it was changed or renamed, and as nothing once it was removed', async () => {
  const changed = treeWithInputs();
  changed.writeText('inputs.json', 'mine');
  expect(changed.diff().written).toMatchObject([{ path: 'inputs.json', kind: 'create' }]);
  expect(await changed.patch()).toContain('new file mode');
  const parent = createFileTree();
  const renamed = parent.fork();
  renamed.setAside('inputs.json', '{}');
  renamed.rename('inputs.json', 'data.json');
  expect(renamed.changes()).toEqual({ written: ['data.json'], deleted: [] });
  expect(await parent.merge(renamed)).toMatchObject({ written: ['data.json'], conflicts: [] });
  const removed = treeWithInputs();
  removed.removeFile('inputs.json');
  expect(removed.changes()).toEqual(NONE);
});

it('refuses a path below the root, and a name that is taken', () => {
  const tree = treeWithInputs();
  expect(() => tree.setAside('x/inputs.json', '')).toThrow('Only a file in the root');
  expect(() => tree.setAside('a.txt', '')).toThrow('a.txt');
  expect(tree.changes()).toEqual(NONE);
});
