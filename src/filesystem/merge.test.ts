import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';
import type { FileTree } from './file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });
const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');

function forked(files: Record<string, string | Uint8Array>): { parent: FileTree; child: FileTree } {
  const parent = createFileTree({ files });
  return { parent, child: parent.fork() };
}

describe('merge', () => {
  it('joins edits on different lines of one file', async () => {
    const { parent, child } = forked({ f: TEN });
    parent.edit('f', 'line 2\n', 'two\n');
    child.edit('f', 'line 9\n', 'nine\n');
    expect(await parent.merge(child)).toMatchObject({ written: ['f'], conflicts: [], skipped: [] });
    expect(parent.readText('f')).toBe(TEN.replace('line 2\n', 'two\n').replace('line 9\n', 'nine\n'));
  });

  it('shows the lines on which both sides disagree and leaves the file alone', async () => {
    const { parent, child } = forked({ f: TEN, other: '' });
    parent.edit('f', 'line 5\n', 'ours\n');
    child.edit('f', 'line 5\n', 'theirs\n');
    child.writeText('other', 'applied');
    const result = await parent.merge(child);
    expect(result).toMatchObject({ written: ['other'], conflicts: ['f'], skipped: ['f'] });
    expect(result.conflictDetails).toEqual([
      {
        path: 'f',
        reason: 'lines',
        hunks: [{ line: 5, base: 'line 5\n', ours: 'ours\n', theirs: 'theirs\n' }],
      },
    ]);
    expect(parent.readText('f')).toContain('ours');
  });

  it('lets the fork win when forced, and still lists the conflict', async () => {
    const { parent, child } = forked({ f: 'base', gone: 'x' });
    parent.writeText('f', 'ours');
    child.writeText('f', 'theirs');
    parent.writeText('gone', 'changed');
    child.removeFile('gone');
    expect(await parent.merge(child, { force: true })).toMatchObject({
      written: ['f'],
      deleted: ['gone'],
      conflicts: ['f', 'gone'],
      skipped: [],
    });
    expect(parent.readText('f')).toBe('theirs');
    expect(parent.exists('gone')).toBe(false);
  });

  it('resolves the same change made on both sides', async () => {
    const { parent, child } = forked({ f: 'base', gone: 'x' });
    for (const tree of [parent, child]) {
      tree.writeText('f', 'same');
      tree.removeFile('gone');
      tree.makeDirectory('made');
    }
    expect(await parent.merge(child)).toEqual({
      written: [],
      deleted: [],
      madeDirectories: [],
      removedDirectories: [],
      conflicts: [],
      skipped: [],
      conflictDetails: [],
    });
  });

  it('merges binary files whole', async () => {
    const { parent, child } = forked({ one: Uint8Array.of(0, 1), both: Uint8Array.of(0, 2) });
    child.writeBytes('one', Uint8Array.of(0, 9));
    child.writeBytes('both', Uint8Array.of(0, 3));
    parent.writeBytes('both', Uint8Array.of(0, 4));
    const result = await parent.merge(child);
    expect(result.written).toEqual(['one']);
    expect(result.conflictDetails).toEqual([{ path: 'both', reason: 'whole_file', hunks: [] }]);
  });

  it('merges modes by themselves', async () => {
    const { parent, child } = forked({ f: TEN, g: '' });
    child.setMode('f', 0o755);
    parent.edit('f', 'line 1\n', 'one\n');
    child.setMode('g', 0o600);
    parent.setMode('g', 0o640);
    expect((await parent.merge(child)).conflictDetails).toEqual([{ path: 'g', reason: 'mode', hunks: [] }]);
    expect(parent.stat('f')).toMatchObject({ mode: 0o755, size: TEN.length - 3 });
    child.writeText('h', 'x');
    child.setMode('h', 0o700);
    await parent.merge(child, { paths: ['h'] });
    expect(parent.journal().slice(-2)).toEqual([
      { operation: 'write', path: 'h', kind: 'create', size: 1 },
      { operation: 'chmod', path: 'h', mode: 0o700 },
    ]);
  });

  it('merges renames and the removal of directories', async () => {
    const { parent, child } = forked({ 'old/a': '1', 'old/b': '2', 'empty/x': '' });
    child.rename('old', 'new');
    child.removeDirectory('empty', { recursive: true });
    expect(await parent.merge(child)).toMatchObject({
      written: ['new/a', 'new/b'],
      deleted: ['empty/x', 'old/a', 'old/b'],
      madeDirectories: ['new'],
      removedDirectories: ['empty', 'old'],
    });
    expect(parent.list('')).toEqual(['new']);
  });

  it('does not remove a directory in which the tree has something new, unless forced', async () => {
    const { parent, child } = forked({ 'd/a': '' });
    child.removeDirectory('d', { recursive: true });
    parent.writeText('d/b', 'mine');
    expect(await parent.merge(child)).toMatchObject({ deleted: ['d/a'], conflicts: ['d'], skipped: ['d'] });
    expect(parent.list('d')).toEqual(['b']);
    expect(await parent.merge(child, { force: true })).toMatchObject({
      deleted: ['d/b'],
      removedDirectories: ['d'],
      conflicts: ['d'],
    });
    expect(parent.exists('d')).toBe(false);
  });

  it('never makes a path a file and a directory at once', async () => {
    const { parent, child } = forked({ x: '' });
    parent.writeText('p', 'file');
    child.writeText('p/q', 'below');
    expect(await parent.merge(child)).toMatchObject({ conflicts: ['p', 'p/q'], skipped: ['p', 'p/q'] });
    expect(parent.readText('p')).toBe('file');
    expect(await parent.merge(child, { force: true })).toMatchObject({
      written: ['p/q'],
      deleted: ['p'],
      skipped: [],
    });
    expect(parent.readText('p/q')).toBe('below');
  });

  it('leaves alone what has no place below a file of the tree, and applies the rest', async () => {
    const { parent, child } = forked({ 'd/a': '1', 'e/a': '1', f: TEN });
    parent.removeDirectory('d', { recursive: true });
    parent.writeText('d', 'a file now');
    child.writeText('d/new', 'below');
    child.writeText('d/deep/er', 'below');
    child.edit('f', 'line 1\n', 'one\n');
    const result = await parent.merge(child);
    expect(result.written).toEqual(['f']);
    expect(result.conflictDetails.map(({ path, reason }) => [path, reason])).toEqual([
      ['d/deep', 'both_made'],
      ['d/deep/er', 'both_made'],
      ['d/new', 'both_made'],
    ]);
    expect(parent.readText('d')).toBe('a file now');
  });

  it.each([
    ['only our side changed it', 0o600, 0o644, 0o600],
    ['only the fork changed it', 0o644, 0o755, 0o755],
    ['both changed it to the same', 0o700, 0o700, 0o700],
  ])(
    'keeps the mode that was meant where %s, beside lines that both changed',
    async (_name, ours, theirs, merged) => {
      const { parent, child } = forked({ f: TEN });
      parent.edit('f', 'line 1\n', 'one\n');
      child.edit('f', 'line 9\n', 'nine\n');
      parent.setMode('f', ours);
      child.setMode('f', theirs);
      expect(await parent.merge(child)).toMatchObject({ written: ['f'], conflicts: [] });
      expect(parent.stat('f').mode).toBe(merged);
      expect(parent.readText('f')).toBe(TEN.replace('line 1\n', 'one\n').replace('line 9\n', 'nine\n'));
    },
  );

  it('keeps our content where the fork changed the mode alone, also of what is not text', async () => {
    const { parent, child } = forked({ f: Uint8Array.of(0, 255, 1) });
    parent.writeBytes('f', Uint8Array.of(0, 255, 2));
    child.setMode('f', 0o755);
    expect(await parent.merge(child)).toMatchObject({ written: ['f'], conflicts: [] });
    expect(parent.stat('f').mode).toBe(0o755);
    expect(parent.readBytes('f')).toEqual(Uint8Array.of(0, 255, 2));
  });

  it('keeps our mode also where the fork alone changed the content, and the content of a directory stays', async () => {
    const { parent, child } = forked({ f: TEN, 'd/x': '' });
    parent.setMode('f', 0o600);
    parent.setMode('d', 0o700);
    child.writeText('f', 'theirs');
    child.writeText('d/y', '');
    expect(await parent.merge(child)).toMatchObject({ written: ['d/y', 'f'], conflicts: [] });
    expect([parent.stat('f').mode, parent.stat('d').mode]).toEqual([0o600, 0o700]);
    expect(parent.readText('f')).toBe('theirs');
  });

  it('knows what it merged before, also after both sides went on', async () => {
    const { parent, child } = forked({ f: TEN });
    child.edit('f', 'line 1\n', 'one\n');
    await parent.merge(child);
    parent.edit('f', 'one\n', 'ONE\n');
    child.edit('f', 'line 10\n', 'ten\n');
    expect(await parent.merge(child)).toMatchObject({ written: ['f'], conflicts: [] });
    expect(parent.readText('f')).toBe(TEN.replace('line 1\n', 'ONE\n').replace('line 10\n', 'ten\n'));
  });

  it('merges again what a reset took back', async () => {
    const { parent, child } = forked({ f: 'base' });
    child.writeText('f', 'theirs');
    await parent.merge(child);
    parent.reset();
    expect((await parent.merge(child)).written).toEqual(['f']);
  });

  it('merges again what going back to a checkpoint took back, and nothing after going forward', async () => {
    const { parent, child } = forked({ f: 'base', g: 'base' });
    const before = parent.checkpoint();
    child.writeText('f', 'theirs');
    await parent.merge(child);
    const after = parent.checkpoint();
    parent.rollback(before);
    child.writeText('g', 'more');
    expect((await parent.merge(child)).written).toEqual(['f', 'g']);
    parent.rollback(after);
    parent.writeText('f', 'ours');
    expect(await parent.merge(child)).toMatchObject({ written: ['g'], conflicts: [] });
    expect(parent.readText('f')).toBe('ours');
  });

  it('takes back in the tree what the fork took back after a merge', async () => {
    const { parent, child } = forked({ f: 'base' });
    child.writeText('f', 'theirs');
    await parent.merge(child);
    child.reset();
    expect((await parent.merge(child)).written).toEqual(['f']);
    expect(parent.readText('f')).toBe('base');
  });

  it('takes only the paths that were asked for, and refuses unknown ones', async () => {
    const { parent, child } = forked({ a: '', 'd/b': '', 'd/c': '' });
    for (const path of ['a', 'd/b', 'd/c']) child.writeText(path, 'new');
    expect((await parent.merge(child, { paths: ['/d/b'] })).written).toEqual(['d/b']);
    await expect(parent.merge(child, { paths: ['a', 'nothing'] })).rejects.toThrowError(
      failure('unknown_path'),
    );
    expect(parent.readText('a')).toBe('');
    expect((await parent.merge(child, { paths: ['d/b', 'd'] })).written).toEqual(['d/c']);
    expect((await parent.merge(child)).written).toEqual(['a']);
    child.writeText('d/b', 'newer');
    expect((await parent.merge(child, { paths: ['/'] })).written).toEqual(['d/b']);
  });

  it('refuses a tree that is no fork, and a fork of a fork', async () => {
    const { parent, child } = forked({});
    await expect(parent.merge(createFileTree())).rejects.toThrowError(failure('not_a_fork'));
    await expect(parent.merge(child.fork())).rejects.toThrowError(failure('not_a_fork'));
    await expect(parent.merge(parent)).rejects.toThrowError(failure('not_a_fork'));
  });

  it('changes nothing when it does not fit', async () => {
    const { parent, child } = forked({});
    child.writeText('a', 'small');
    child.writeText('b', 'x'.repeat(100));
    parent.setLimits({ maxWrittenBytes: 50 });
    await expect(parent.merge(child)).rejects.toThrowError(failure('no_space'));
    expect(parent.list('')).toEqual([]);
    parent.setLimits({ maxWrittenBytes: 500 });
    expect((await parent.merge(child)).written).toEqual(['a', 'b']);
  });

  it('gives up on lines, and not on time, when a text repeats itself', async () => {
    const { parent, child } = forked({ f: '\n'.repeat(50_000) });
    parent.writeText('f', `ours${'\n'.repeat(50_001)}`);
    child.writeText('f', `${'\n'.repeat(50_001)}theirs`);
    expect((await parent.merge(child)).conflictDetails).toEqual([
      { path: 'f', reason: 'whole_file', hunks: [] },
    ]);
  });
});

describe('merge follows renames', () => {
  it('of the fork with what the tree changed', async () => {
    const { parent, child } = forked({ 'old/f': TEN });
    parent.edit('old/f', 'line 2\n', 'two\n');
    child.rename('old', 'new/deep');
    child.edit('new/deep/f', 'line 9\n', 'nine\n');
    expect(await parent.merge(child)).toMatchObject({
      written: ['new/deep/f'],
      deleted: ['old/f'],
      madeDirectories: ['new', 'new/deep'],
      removedDirectories: ['old'],
      conflicts: [],
    });
    expect(parent.readText('new/deep/f')).toBe(
      TEN.replace('line 2\n', 'two\n').replace('line 9\n', 'nine\n'),
    );
    expect(await parent.merge(child)).toMatchObject({ written: [], deleted: [], conflicts: [] });
    child.edit('new/deep/f', 'line 5\n', 'five\n');
    expect(await parent.merge(child)).toMatchObject({ written: ['new/deep/f'], conflicts: [] });
    expect(parent.readText('new/deep/f')).toContain('two\nline 3\nline 4\nfive');
  });

  it('of the tree with what the fork changed', async () => {
    const { parent, child } = forked({ f: TEN });
    parent.rename('f', 'g');
    parent.rename('g', 'd/h');
    parent.edit('d/h', 'line 2\n', 'two\n');
    child.edit('f', 'line 9\n', 'nine\n');
    expect(await parent.merge(child)).toMatchObject({ written: ['d/h'], deleted: [], conflicts: [] });
    expect(parent.files()).toEqual(['d/h']);
    expect(parent.readText('d/h')).toBe(TEN.replace('line 2\n', 'two\n').replace('line 9\n', 'nine\n'));
    expect(await parent.merge(child)).toMatchObject({ written: [], conflicts: [] });
  });

  it('but not to a place that was freed and taken by another file', async () => {
    const { parent, child } = forked({ f: TEN, h: TEN });
    parent.edit('f', 'line 1\n', 'ours\n');
    child.rename('f', 'g');
    child.removeFile('g');
    child.rename('h', 'g');
    expect(await parent.merge(child)).toMatchObject({ written: ['g'], deleted: ['h'], conflicts: ['f'] });
    expect([parent.readText('f').slice(0, 5), parent.readText('g')]).toEqual(['ours\n', TEN]);
  });

  it('but not over a file that both sides had, and the tree removed', async () => {
    const { parent, child } = forked({ f: TEN, g: 'other' });
    parent.edit('f', 'line 1\n', 'ours\n');
    parent.removeFile('g');
    child.rename('f', 'g');
    expect(await parent.merge(child)).toMatchObject({ written: [], deleted: [], conflicts: ['f', 'g'] });
    expect(parent.files()).toEqual(['f']);
  });

  it('but not where lines disagree, the target is taken, or the file was removed and made anew', async () => {
    const { parent, child } = forked({ f: TEN, g: TEN, h: TEN });
    for (const path of ['f', 'g', 'h']) parent.edit(path, 'line 1\n', 'ours\n');
    child.rename('f', 'f2');
    child.edit('f2', 'line 1\n', 'theirs\n');
    child.rename('g', 'g2');
    parent.writeText('g2', 'taken');
    child.removeFile('h');
    child.writeText('h2', TEN);
    const result = await parent.merge(child);
    expect(result.conflictDetails.map(({ path, reason }) => [path, reason])).toEqual([
      ['f', 'removed_there'],
      ['g', 'removed_there'],
      ['g2', 'both_made'],
      ['h', 'removed_there'],
    ]);
    expect(result.written).toEqual(['f2', 'h2']);
    expect(parent.readText('h')).toContain('ours');
  });
});
