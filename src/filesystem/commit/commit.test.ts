import {
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileTree } from '../create-file-tree.js';
import type { FileTree } from '../file-tree.js';
import { readNaively, sorted, steps, takeStep } from '../naive-tree.fixture.js';
import { makeFolder, readFolder, removeFolder } from './host-folder.fixture.js';
import { recoverCommit } from './recover-commit.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

let folder: string;
beforeEach(() => {
  folder = makeFolder({
    'a.txt': 'one',
    'docs/b.txt': 'two',
    'docs/c.txt': 'three',
    'old/x': 'x',
    '.env': 'secret',
  });
});
afterEach(() => removeFolder(folder));

function changedTree(): FileTree {
  const tree = createFileTree({ base: folder });
  tree.writeText('a.txt', 'ONE');
  tree.removeFile('docs/b.txt');
  tree.writeText('new/deep/file', 'new');
  tree.removeDirectory('old', { recursive: true });
  tree.makeDirectory('empty');
  tree.setMode('docs/c.txt', 0o755);
  return tree;
}

describe('review', () => {
  it('tells exactly what a commit would do, and does nothing', () => {
    const before = readFolder(folder);
    const review = changedTree().review(folder);
    expect(
      review.entries.map(({ path, before, after }) => [path, before?.kind ?? null, after?.kind ?? null]),
    ).toEqual([
      ['a.txt', 'file', 'file'],
      ['docs/b.txt', 'file', null],
      ['docs/c.txt', 'file', 'file'],
      ['empty', null, 'directory'],
      ['new', null, 'directory'],
      ['new/deep', null, 'directory'],
      ['new/deep/file', null, 'file'],
      ['old', 'directory', null],
      ['old/x', 'file', null],
    ]);
    expect(review).toMatchObject({ skipped: [], kept: [], stale: [] });
    expect(readFolder(folder)).toEqual(before);
    expect(changedTree().review(folder).digest).toBe(review.digest);
  });
});

describe('commit', () => {
  it('makes the folder what the tree is, and the tree clean and live', async () => {
    const tree = changedTree();
    const review = JSON.parse(JSON.stringify(tree.review(folder)));
    const result = await tree.commit(folder, { expect: review });
    expect(result).toEqual({
      written: ['a.txt', 'docs/c.txt', 'new/deep/file'],
      deleted: ['docs/b.txt', 'old/x'],
      madeDirectories: ['empty', 'new', 'new/deep'],
      removedDirectories: ['old'],
      skipped: [],
      kept: [],
    });
    expect(readFolder(folder)).toEqual({
      '.env': 'file 644 secret',
      'a.txt': 'file 644 ONE',
      docs: 'directory 755',
      'docs/c.txt': 'file 755 three',
      empty: 'directory 755',
      new: 'directory 755',
      'new/deep': 'directory 755',
      'new/deep/file': 'file 644 new',
    });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
    expect(tree.journal()).toEqual([]);
    writeFileSync(join(folder, 'a.txt'), 'later');
    expect(tree.readText('a.txt')).toBe('later');
  });

  it('does nothing for no changes', async () => {
    const tree = createFileTree({ base: folder });
    const before = statSync(folder).mtimeMs;
    const result = await tree.commit(folder, { expect: tree.review(folder) });
    expect([result.written, result.deleted, statSync(folder).mtimeMs]).toEqual([[], [], before]);
  });

  it('leaves caches and secrets out, and keeps them in the tree', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('__pycache__/m.pyc', '');
    tree.writeText('.env', 'mine');
    tree.writeText('.git/hooks/pre-commit', 'evil');
    tree.writeText('kept', 'x');
    const { written, skipped } = await tree.commit(folder, { expect: tree.review(folder) });
    expect(written).toEqual(['kept']);
    expect(skipped).toEqual([
      '.env',
      '.git',
      '.git/hooks',
      '.git/hooks/pre-commit',
      '__pycache__',
      '__pycache__/m.pyc',
    ]);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('secret');
    expect(tree.readText('.env')).toBe('mine');
  });

  it('keeps a removed directory that holds what was not lent', async () => {
    writeFileSync(join(folder, 'old/.env'), 's');
    const tree = createFileTree({ base: folder });
    tree.removeDirectory('old', { recursive: true });
    const result = await tree.commit(folder, { expect: tree.review(folder) });
    expect(result).toMatchObject({ deleted: ['old/x'], removedDirectories: [], kept: ['old'] });
    expect(readFolder(folder)['old/.env']).toBe('file 644 s');
    tree.writeText('old', 'file');
    expect(() => tree.review(folder)).toThrowError(failure('not_empty'));
  });

  it('commits a tree in memory to any folder, with the directories it needs', async () => {
    const tree = createFileTree({ files: { 'docs/c.txt': 'base' } });
    tree.writeText('p/q/r', '1');
    tree.writeText('docs/c.txt', 'changed');
    const expected = tree.review(folder);
    expect(expected.entries.find(({ path }) => path === 'docs/c.txt')?.before).toMatchObject({ size: 5 });
    await tree.commit(folder, { expect: expected });
    expect(readFolder(folder)).toMatchObject({ 'p/q/r': 'file 644 1', 'docs/c.txt': 'file 644 changed' });
    expect(tree.changes().written).toEqual(['docs/c.txt', 'p/q/r']);
    expect(tree.review(folder).entries).toEqual([]);
  });

  it('lets a file become a directory and a directory a file', async () => {
    const tree = createFileTree({ base: folder });
    tree.removeFile('a.txt');
    tree.writeText('a.txt/inner', 'i');
    tree.removeDirectory('docs', { recursive: true });
    tree.writeText('docs', 'file');
    await tree.commit(folder, { expect: tree.review(folder) });
    expect(readFolder(folder)).toMatchObject({ 'a.txt/inner': 'file 644 i', docs: 'file 644 file' });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
  });

  it('makes directories that cannot be worked in last', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('closed/file', '1');
    tree.setMode('closed', 0o555);
    await tree.commit(folder, { expect: tree.review(folder) });
    expect(readFolder(folder)).toMatchObject({ closed: 'directory 555', 'closed/file': 'file 644 1' });
    chmodSync(join(folder, 'closed'), 0o755);
  });

  it('never gives set-user bits', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('tool', '');
    tree.setMode('tool', 0o4755);
    await tree.commit(folder, { expect: tree.review(folder) });
    expect(statSync(join(folder, 'tool')).mode & 0o7777).toBe(0o755);
  });

  it('does not write through another name of a file', async () => {
    linkSync(join(folder, 'a.txt'), join(folder, 'twin'));
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'ONE');
    await tree.commit(folder, { expect: tree.review(folder) });
    expect(readFileSync(join(folder, 'twin'), 'utf8')).toBe('one');
  });

  it('follows random changes, and leaves the tree as it was to read', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const host = makeFolder({ a: 'one\n', 'b/a': 'x', 'b/b/c': 'y', 'c/d': '' });
        try {
          const tree = createFileTree({ base: host });
          for (const taken of [first, second]) {
            for (const step of taken) takeStep(tree, step);
            const wanted = sorted(readNaively(tree));
            await tree.commit(host, { expect: tree.review(host) });
            expect(sorted(readNaively(tree))).toEqual(wanted);
            expect(sorted(readNaively(createFileTree({ base: host })))).toEqual(wanted);
            expect(tree.review(host).entries).toEqual([]);
          }
        } finally {
          removeFolder(host);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a host that changes underneath', () => {
  it.each<[string, () => void, string[]]>([
    ['a changed file', () => writeFileSync(join(folder, 'a.txt'), 'theirs'), ['a.txt']],
    ['a removed file', () => rmSync(join(folder, 'docs/b.txt')), ['docs/b.txt']],
    ['a changed mode', () => chmodSync(join(folder, 'a.txt'), 0o600), ['a.txt']],
    ['a new file in the place of one', () => mkdirSync(join(folder, 'empty')), ['empty']],
    ['a link in the place of a file', () => swapForLink('a.txt', '/etc/passwd'), ['a.txt']],
  ])('is refused, naming it: %s', async (_name, change, paths) => {
    const tree = changedTree();
    const expected = tree.review(folder);
    change();
    const before = readFolder(folder);
    await expect(tree.commit(folder, { expect: expected })).rejects.toMatchObject({
      code: 'filesystem/host_changed',
      details: { paths },
    });
    expect(readFolder(folder)).toEqual(before);
    expect(tree.changes().written).toContain('a.txt');
  });

  it('is seen also when it changed before the review, unless that is accepted', async () => {
    const tree = changedTree();
    writeFileSync(join(folder, 'a.txt'), 'theirs');
    const expected = tree.review(folder);
    expect(expected.stale).toEqual(['a.txt']);
    await expect(tree.commit(folder, { expect: expected })).rejects.toThrowError(failure('host_changed'));
    await tree.commit(folder, { expect: expected, acceptStale: true });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('ONE');
  });

  it('is seen also inside a directory that was moved, and in the place it was moved to', () => {
    const tree = createFileTree({ base: folder });
    tree.rename('docs', 'papers');
    writeFileSync(join(folder, 'docs/b.txt'), 'theirs, in the meantime');
    mkdirSync(join(folder, 'papers'));
    writeFileSync(join(folder, 'papers/c.txt'), 'theirs too');
    expect(tree.review(folder).stale).toEqual(['docs/b.txt', 'papers/c.txt']);
  });

  it('does not bring back what a merge took from elsewhere', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'first');
    const fork = tree.fork();
    fork.writeText('docs/b.txt', 'fork');
    await tree.commit(folder, { expect: tree.review(folder) });
    expect(tree.merge(fork)).toMatchObject({ written: ['docs/b.txt'], conflicts: [] });
    expect(tree.changes().written).toEqual(['docs/b.txt']);
    fork.writeText('a.txt', 'second');
    expect(tree.merge(fork)).toMatchObject({ written: ['a.txt'], conflicts: [] });
  });

  it('is seen through a fork that changed the file before', async () => {
    const tree = createFileTree({ base: folder });
    const fork = tree.fork();
    fork.writeText('a.txt', 'fork');
    writeFileSync(join(folder, 'a.txt'), 'theirs, longer');
    expect(tree.merge(fork).conflictDetails).toEqual([{ path: 'a.txt', reason: 'host_changed', hunks: [] }]);
    tree.merge(fork, { force: true });
    expect(tree.review(folder).stale).toEqual(['a.txt']);
  });

  it('refuses changes that were not reviewed', async () => {
    const tree = changedTree();
    const expected = tree.review(folder);
    tree.writeText('a.txt', 'other');
    tree.writeText('more', '');
    await expect(tree.commit(folder, { expect: expected })).rejects.toMatchObject({
      code: 'filesystem/changed_since_review',
      details: { paths: ['a.txt', 'more'] },
    });
  });

  function swapForLink(path: string, target: string): void {
    rmSync(join(folder, path));
    symlinkSync(target, join(folder, path));
  }
});

describe('all or nothing', () => {
  it('undoes everything when a step fails half-way', async () => {
    const tree = changedTree();
    const before = readFolder(folder);
    let steps = 0;
    const change = (stage: string, path: string) => {
      if (stage === 'commit' && ++steps === 4) writeFileSync(join(folder, path), 'someone else');
    };
    const taken: string[] = [];
    await expect(
      tree.commit(folder, {
        expect: tree.review(folder),
        onProgress: ({ stage, note = '' }) => {
          taken.push(`${stage} ${note}`);
          change(stage, 'empty');
        },
      }),
    ).rejects.toMatchObject({ code: 'filesystem/host_changed', details: { paths: ['empty'] } });
    expect(taken.filter((entry) => entry.startsWith('commit'))).toHaveLength(5);
    rmSync(join(folder, 'empty'));
    expect(readFolder(folder)).toEqual(before);
  });

  it('keeps what it had saved where someone changed the file after the interruption', async () => {
    const tree = changedTree();
    let copy = '';
    await tree.commit(folder, {
      expect: tree.review(folder),
      onProgress: ({ stage, note }) => {
        if (stage !== 'commit' || note !== 'a.txt') return;
        copy = makeFolder();
        cpSync(folder, copy, { recursive: true });
      },
    });
    writeFileSync(join(copy, 'a.txt'), 'someone else');
    const { leftAlone, savedIn } = recoverCommit(copy);
    expect(leftAlone).toEqual(['a.txt']);
    expect(readFileSync(join(copy, 'a.txt'), 'utf8')).toBe('someone else');
    expect(readFileSync(join(copy, 'docs/b.txt'), 'utf8')).toBe('two');
    expect(savedIn.flatMap((path) => Object.values(readFolder(join(path, 'old'))))).toContain('file 644 one');
    expect(recoverCommit(copy).undone).toBe(0);
    removeFolder(copy);
  });

  it('can be undone from every point at which it may be killed', async () => {
    const tree = changedTree();
    symlinkSync('a.txt', join(folder, 'link'));
    tree.removeFile('link');
    const before = readFolder(folder);
    const copies: string[] = [];
    await tree.commit(folder, {
      expect: tree.review(folder),
      onProgress: () => {
        const copy = makeFolder();
        cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
        for (const [path, text] of Object.entries(readFolder(folder))) {
          if (!text.startsWith('link')) chmodSync(join(copy, path), statSync(join(folder, path)).mode);
        }
        copies.push(copy);
      },
    });
    const after = readFolder(folder);
    expect(copies.length).toBeGreaterThan(15);
    for (const copy of copies) {
      const interrupted = createFileTree({ base: copy });
      interrupted.writeText('z', '');
      await expect(interrupted.commit(copy, { expect: interrupted.review(copy) })).rejects.toThrowError(
        failure('commit_in_progress'),
      );
      expect(recoverCommit(copy)).toEqual({ undone: 1, leftAlone: [], savedIn: [] });
      expect(readFolder(copy)).toEqual(before);
      expect(recoverCommit(copy)).toEqual({ undone: 0, leftAlone: [], savedIn: [] });
      removeFolder(copy);
    }
    expect(readFolder(folder)).toEqual(after);
  });
});
