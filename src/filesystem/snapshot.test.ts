import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { createFileTree, restoreFileTree } from './create-file-tree.js';
import type { FileTree } from './file-tree.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-snapshot-'));
  mkdirSync(join(folder, 'd'));
  writeFileSync(join(folder, 'a'), 'same');
  writeFileSync(join(folder, 'd/b'), 'same');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const through = (tree: FileTree, includeBase = true): unknown =>
  JSON.parse(JSON.stringify(tree.snapshot({ includeBase })));

it('works after the folder has gone', () => {
  const tree = createFileTree({ base: folder });
  tree.writeText('a', 'changed');
  tree.removeFile('d/b');
  const snapshot = through(tree);
  rmSync(folder, { recursive: true });
  const restored = restoreFileTree(snapshot);
  expect(restored.readText('a')).toBe('changed');
  expect(restored.changes()).toEqual({ written: ['a'], deleted: ['d/b'] });
  restored.reset();
  expect(restored.readText('d/b')).toBe('same');
  expect(restored.rglob('*')).toEqual(['/a', '/d', '/d/b']);
});

it('holds each content once, under its hash', () => {
  const { blobs, base } = createFileTree({ base: folder }).snapshot();
  expect(blobs).toEqual({ '0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5': 'c2FtZQ==' });
  expect(base?.map(({ path }) => path)).toEqual(['a', 'd', 'd/b']);
});

it('says what of the folder it could not hold', () => {
  writeFileSync(join(folder, 'big'), 'x'.repeat(100));
  const tree = createFileTree({ base: folder, limits: { maxBytesPerFile: 50 } });
  expect(tree.snapshot().omitted).toEqual(['big']);
});

unless(process.platform === 'win32' ? 'Windows needs a privilege for links' : null).it(
  'holds a linked file as a file',
  () => {
    symlinkSync('a', join(folder, 'link'));
    symlinkSync('d', join(folder, 'linked'));
    const restored = restoreFileTree(through(createFileTree({ base: folder })));
    expect(restored.readText('link')).toBe('same');
    expect(restored.list('')).toEqual(['a', 'd', 'link']);
  },
);

it('holds no more than it may', () => {
  const tree = createFileTree({ base: folder });
  expect(tree.snapshot({ maxBytes: 4 }).blobs).toHaveProperty(
    '0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5',
  );
  expect(() => tree.snapshot({ maxBytes: 3 })).toThrowError(
    expect.objectContaining({ code: 'filesystem/snapshot_too_large' }),
  );
});

it('of version 1 stays readable', () => {
  const kept = readFileSync(new URL('__fixtures__/file-tree-snapshot-v1.json', import.meta.url), 'utf8');
  const tree = restoreFileTree(JSON.parse(kept));
  expect(tree.files()).toEqual(['a.txt', 'docs/b.txt', 'new.bin']);
  expect(tree.readText('a.txt')).toBe('one\n');
  expect(tree.readBytes('new.bin')).toEqual(Uint8Array.of(0, 255));
  expect(tree.stat('docs/b.txt')).toEqual({ kind: 'file', size: 7, mode: 0o755 });
  expect(tree.changes()).toEqual({ written: ['docs/b.txt', 'new.bin'], deleted: ['gone.txt'] });
  expect(tree.journal()).toHaveLength(4);
  expect(tree.snapshot()).toEqual(JSON.parse(kept));
});

it('holds the kinds, the modes and all that was done', () => {
  const tree = createFileTree({ files: { a: '1', old: '2', gone: '3' } });
  tree.makeDirectory('empty');
  tree.setMode('empty', 0o700);
  tree.writeText('new', 'x');
  tree.writeText('a', 'y');
  tree.rename('old', 'moved');
  tree.setMode('a', 0o600);
  tree.removeFile('gone');
  tree.makeDirectory('short');
  tree.removeDirectory('short');
  const restored = restoreFileTree(through(tree));
  expect(restored.stat('empty')).toMatchObject({ kind: 'directory', mode: 0o700 });
  expect(restored.stat('a')).toEqual({ kind: 'file', size: 1, mode: 0o600 });
  expect(restored.list('')).toEqual(tree.list(''));
  expect(restored.journal()).toEqual(tree.journal());
  expect(new Set(restored.journal().map(({ operation }) => operation))).toEqual(
    new Set(['mkdir', 'write', 'rename', 'chmod', 'delete', 'rmdir']),
  );
});

it('restored counts against its limits what was written alone', () => {
  const tree = createFileTree({ base: folder });
  tree.writeText('c', '1234');
  const restored = restoreFileTree(through(tree), { limits: { maxEntries: 2, maxWrittenBytes: 6 } });
  restored.writeText('e', '56');
  expect(() => restored.writeText('e', '567')).toThrowError(
    expect.objectContaining({ code: 'filesystem/no_space' }),
  );
  expect(() => restored.writeText('f', '')).toThrowError(
    expect.objectContaining({ code: 'filesystem/no_space' }),
  );
});

it('without its base is small, and restored over the same folder', async () => {
  const tree = createFileTree({ base: folder });
  tree.writeText('a', 'changed');
  tree.removeDirectory('d', { recursive: true });
  tree.writeText('d', 'a file now');
  const snapshot = through(tree, false);
  expect(snapshot).toMatchObject({ base: null, omitted: [], removed: ['d', 'd/b'] });
  const restored = restoreFileTree(snapshot, { base: folder });
  expect(restored.diff()).toEqual(tree.diff());
  expect(restored.journal()).toEqual(tree.journal());
  writeFileSync(join(folder, 'a'), 'edited on the host');
  utimesSync(join(folder, 'a'), 1, 1);
  expect((await restored.review(folder)).stale).toEqual(['a']);
  expect(() => restoreFileTree(through(tree), { base: folder })).toThrowError(
    expect.objectContaining({ code: 'filesystem/invalid_snapshot' }),
  );
});

it('restored is nobody’s fork and goes on as any tree', async () => {
  const tree = createFileTree({ files: { a: '1' } });
  const restored = restoreFileTree(through(tree.fork()));
  await expect(tree.merge(restored)).rejects.toThrowError(
    expect.objectContaining({ code: 'filesystem/not_a_fork' }),
  );
  const fork = restored.fork();
  fork.writeText('a', '2');
  expect((await restored.merge(fork)).written).toEqual(['a']);
});
