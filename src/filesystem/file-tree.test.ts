import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';
import type { FileTree } from './file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

function sample(): FileTree {
  return createFileTree({
    files: { 'a.txt': 'one', 'docs/b.txt': 'two', 'docs/deep/c.bin': Uint8Array.of(0, 255) },
  });
}

describe('reading and writing', () => {
  it.each([
    ['null', null],
    ['number', 5],
  ])('refuses a content that is %s, and names the file', (kind, content) => {
    expect(() => createFileTree({ files: { 'a.txt': content as never } })).toThrowError(
      expect.objectContaining({
        code: 'filesystem/invalid_content',
        message: `The content of "a.txt" must be a string or a Uint8Array; got ${kind}.`,
      }),
    );
  });

  it('treats absolute, relative and climbing paths as the same place', () => {
    const tree = sample();
    expect(tree.readText('a.txt')).toBe('one');
    expect(tree.readText('/a.txt')).toBe('one');
    expect(tree.readText('/docs/../../../a.txt')).toBe('one');
    expect(tree.list('/')).toEqual(['a.txt', 'docs']);
  });

  it('keeps bytes exactly and never shares them with the caller', () => {
    const tree = sample();
    const data = Uint8Array.of(1, 2, 3);
    tree.writeBytes('x', data);
    data[0] = 9;
    tree.readBytes('x')[1] = 9;
    expect(tree.readBytes('x')).toEqual(Uint8Array.of(1, 2, 3));
    expect(tree.readBytes('docs/deep/c.bin')).toEqual(Uint8Array.of(0, 255));
  });

  it('keeps a byte order mark and refuses to read as text what is none', () => {
    const tree = sample();
    tree.writeText('bom', '\ufeffx');
    expect(tree.readText('bom')).toBe('\ufeffx');
    expect(() => tree.readText('docs/deep/c.bin')).toThrowError(failure('not_text'));
    expect(tree.readText('docs/deep/c.bin', { invalid: 'replace' })).toBe('\0\ufffd');
  });

  it('appends, and makes the file when it is missing', () => {
    const tree = sample();
    tree.appendBytes('log', Uint8Array.of(1));
    tree.appendBytes('log', Uint8Array.of(2));
    expect(tree.readBytes('log')).toEqual(Uint8Array.of(1, 2));
  });

  it('makes missing parents unless told not to', () => {
    const tree = sample();
    tree.writeText('new/dir/x', '1');
    expect(tree.list('new')).toEqual(['dir']);
    expect(() => tree.writeText('other/x', '1', { parents: false })).toThrowError(failure('not_found'));
    expect(tree.exists('other')).toBe(false);
  });

  it('never lets a path be a file and a directory', () => {
    const tree = sample();
    expect(() => tree.writeText('docs', 'x')).toThrowError(failure('is_directory'));
    expect(() => tree.writeText('a.txt/b', 'x')).toThrowError(failure('not_directory'));
    expect(() => tree.makeDirectory('a.txt')).toThrowError(failure('exists'));
    expect(() => tree.makeDirectory('a.txt', { existOk: true })).toThrowError(failure('exists'));
    expect(() => tree.readBytes('docs')).toThrowError(failure('is_directory'));
    expect(() => tree.list('a.txt')).toThrowError(failure('not_directory'));
  });

  it('knows kind, size and mode', () => {
    const tree = sample();
    tree.setMode('a.txt', 0o755);
    tree.writeText('a.txt', 'longer');
    expect(tree.stat('a.txt')).toEqual({ kind: 'file', size: 6, mode: 0o755 });
    expect(tree.stat('docs')).toEqual({ kind: 'directory', size: 0, mode: 0o755 });
    expect(() => tree.stat('nothing')).toThrowError(failure('not_found'));
    for (const mode of [-1, 0o10000, 1.5]) {
      expect(() => tree.setMode('a.txt', mode)).toThrowError(failure('invalid_mode'));
    }
    tree.setMode('a.txt', 0o7777);
    expect(tree.stat('a.txt')?.mode).toBe(0o7777);
  });
});

describe('directories', () => {
  it('makes one level, or all with parents', () => {
    const tree = sample();
    expect(() => tree.makeDirectory('x/y')).toThrowError(failure('not_found'));
    tree.makeDirectory('x/y', { parents: true });
    expect(() => tree.makeDirectory('x/y')).toThrowError(failure('exists'));
    tree.makeDirectory('x/y', { existOk: true });
    expect(tree.list('x')).toEqual(['y']);
  });

  it('removes an empty one only, unless recursive', () => {
    const tree = sample();
    expect(() => tree.removeDirectory('docs')).toThrowError(failure('not_empty'));
    expect(tree.readText('docs/b.txt')).toBe('two');
    tree.removeDirectory('docs', { recursive: true });
    expect(tree.exists('docs/b.txt')).toBe(false);
    expect(tree.list('')).toEqual(['a.txt']);
    expect(() => tree.removeDirectory('a.txt')).toThrowError(failure('not_directory'));
    expect(() => tree.removeFile('docs')).toThrowError(failure('not_found'));
    expect(() => tree.removeDirectory('/')).toThrowError(failure('is_root'));
  });
});

describe('rename', () => {
  it('moves files and directories with all that they hold', () => {
    const tree = sample();
    tree.rename('a.txt', 'z.txt');
    tree.rename('docs', 'papers/old');
    expect(tree.list('papers/old/deep')).toEqual(['c.bin']);
    expect(tree.readText('z.txt')).toBe('one');
    expect(tree.list('')).toEqual(['papers', 'z.txt']);
  });

  it('leaves a file alone that is renamed to itself', () => {
    const tree = sample();
    tree.rename('a.txt', './docs/../a.txt');
    expect(tree.readText('a.txt')).toBe('one');
    expect(tree.journal()).toEqual([]);
  });

  it('replaces like by like and nothing else', () => {
    const tree = sample();
    tree.makeDirectory('empty');
    tree.writeText('b', '2');
    expect(() => tree.rename('b', 'docs')).toThrowError(failure('is_directory'));
    expect(() => tree.rename('docs', 'b')).toThrowError(failure('not_directory'));
    expect(() => tree.rename('empty', 'docs')).toThrowError(failure('not_empty'));
    expect(() => tree.rename('docs', 'docs/deep/x')).toThrowError(failure('into_itself'));
    expect(() => tree.rename('nothing', 'x')).toThrowError(failure('not_found'));
    expect(() => tree.rename('/', 'x')).toThrowError(failure('is_root'));
    tree.rename('docs', 'empty');
    tree.rename('b', 'a.txt');
    expect(tree.readText('a.txt')).toBe('2');
    expect(tree.list('empty')).toEqual(['b.txt', 'deep']);
  });
});

describe('paths', () => {
  it('have at most 256 names, and no half of a surrogate pair', () => {
    const tree = createFileTree();
    const deepest = Array.from({ length: 256 }, () => 'd').join('/');
    expect(tree.exists(deepest)).toBe(false);
    expect(() => tree.exists(`d/${deepest}`)).toThrowError(failure('name_too_long'));
    expect(() => tree.exists('\ud83d')).toThrowError(failure('invalid_path'));
    expect(() => tree.exists('a\ude00/b')).toThrowError(failure('invalid_path'));
    expect(tree.exists('\ud83d\ude00')).toBe(false);
  });
});

describe('journal', () => {
  it('records each change in order, and nothing for what changes nothing', () => {
    const tree = sample();
    tree.writeText('n', '12');
    tree.writeText('n', '12');
    tree.writeText('n', '123');
    tree.makeDirectory('d');
    tree.rename('n', 'd/m');
    tree.removeFile('d/m');
    tree.writeText('d/m', '');
    tree.removeDirectory('d', { recursive: true });
    expect(tree.journal()).toEqual([
      { operation: 'write', path: 'n', kind: 'create', size: 2 },
      { operation: 'write', path: 'n', kind: 'modify', size: 3 },
      { operation: 'mkdir', path: 'd' },
      { operation: 'rename', path: 'd/m', source: 'n', size: 3 },
      { operation: 'delete', path: 'd/m' },
      { operation: 'write', path: 'd/m', kind: 'create', size: 0 },
      { operation: 'delete', path: 'd/m' },
      { operation: 'rmdir', path: 'd' },
    ]);
    expect(tree.fork().journal()).toEqual([]);
  });
});

describe('fork and reset', () => {
  it('isolates parent and child in both directions', () => {
    const parent = sample();
    const child = parent.fork();
    child.writeText('a.txt', 'child');
    parent.writeText('docs/b.txt', 'parent');
    child.removeFile('docs/deep/c.bin');
    expect(parent.readText('a.txt')).toBe('one');
    expect(child.readText('docs/b.txt')).toBe('two');
    expect(parent.exists('docs/deep/c.bin')).toBe(true);
  });

  it('goes back to where the tree started, in a fork to the fork point', () => {
    const parent = sample();
    parent.writeText('w', '1');
    const child = parent.fork();
    child.writeText('w', '2');
    child.reset();
    expect(child.readText('w')).toBe('1');
    expect(child.journal()).toEqual([]);
    parent.reset();
    expect(parent.exists('w')).toBe(false);
    expect(parent.readText('a.txt')).toBe('one');
  });
});

describe('changesFrom', () => {
  it('tells what differs from another tree as it is, and refuses one of another family', () => {
    const tree = sample();
    const before = tree.fork();
    expect(tree.changesFrom(before)).toEqual([]);
    tree.writeText('a.txt', 'longer');
    tree.removeFile('docs/b.txt');
    tree.makeDirectory('new');
    before.writeText('only-in-the-fork', '');
    expect(tree.changesFrom(before)).toEqual([
      { path: 'a.txt', now: { kind: 'file', size: 6, mode: 0o644 } },
      { path: 'docs/b.txt', now: null },
      { path: 'new', now: { kind: 'directory', size: 0, mode: 0o755 } },
      { path: 'only-in-the-fork', now: null },
    ]);
    expect(before.changesFrom(tree.copy()).map(({ path }) => path)).toEqual([
      'a.txt',
      'docs/b.txt',
      'new',
      'only-in-the-fork',
    ]);
    expect(() => sample().changesFrom(before)).toThrow(failure('unrelated_tree'));
  });
});

describe('limits', () => {
  it('stops a file, the whole and the count, and changes nothing then', () => {
    const tree = createFileTree({
      files: { base: 'x'.repeat(100) },
      limits: { maxBytesPerFile: 10, maxWrittenBytes: 15, maxEntries: 3 },
    });
    expect(() => tree.writeText('big', 'x'.repeat(11))).toThrowError(failure('too_large'));
    tree.writeText('a', 'x'.repeat(10));
    expect(() => tree.writeText('d/b', 'x'.repeat(10))).toThrowError(failure('no_space'));
    expect(tree.list('')).toEqual(['a', 'base']);
    expect(tree.journal()).toHaveLength(1);
    tree.writeText('d/b', 'x');
    expect(() => tree.writeText('c', '')).toThrowError(failure('no_space'));
    tree.removeFile('a');
    tree.writeText('c', 'x'.repeat(10));
  });

  it('allows exactly as much as it says, and counts what is replaced no more', () => {
    const tree = createFileTree({ limits: { maxBytesPerFile: 10, maxWrittenBytes: 15, maxEntries: 2 } });
    tree.writeText('a', 'x'.repeat(10));
    tree.writeText('b', 'x'.repeat(5));
    expect(() => tree.writeText('b', 'x'.repeat(6))).toThrowError(failure('no_space'));
    tree.writeText('a', 'y'.repeat(9));
    tree.writeText('b', 'x'.repeat(6));
    expect(() => tree.edit('a', 'yyyyyyyyy', 'z'.repeat(11))).toThrowError(failure('too_large'));
    tree.setLimits({ maxWrittenBytes: 16 });
    tree.edit('a', 'yyyyyyyyy', 'z'.repeat(10));
    expect(tree.readText('a')).toBe('z'.repeat(10));
  });

  it('stops at the number of changes that may be recorded', () => {
    const tree = createFileTree({ limits: { maxJournalEntries: 2, maxEntries: 0 } });
    expect(() => tree.writeText('a', '')).toThrowError(failure('no_space'));
    tree.setLimits({ maxEntries: 9 });
    tree.writeText('a', '');
    tree.writeText('b', '');
    expect(() => tree.removeFile('a')).toThrowError(failure('no_space'));
    expect([tree.list(''), tree.journal().length]).toEqual([['a', 'b'], 2]);
  });

  it('refuses limits that make no sense', () => {
    expect(() => createFileTree({ limits: { maxEntries: -1 } })).toThrowError(failure('invalid_limit'));
    expect(() => createFileTree({ limits: { other: 1 } as never })).toThrowError(failure('invalid_limit'));
  });
});

it('is copied with its changes and its journal, and sees nothing of the copy', async () => {
  const parent = createFileTree({ files: { 'a.txt': 'a' } });
  const tree = parent.fork();
  tree.writeText('b.txt', 'b');
  const copy = tree.copy();
  expect([copy.changes(), copy.journal()]).toEqual([tree.changes(), tree.journal()]);
  copy.writeText('c.txt', 'c');
  tree.removeFile('b.txt');
  expect([tree.files(), copy.files()]).toEqual([['a.txt'], ['a.txt', 'b.txt', 'c.txt']]);
  expect((await parent.merge(copy)).written).toEqual(['b.txt', 'c.txt']);
});
