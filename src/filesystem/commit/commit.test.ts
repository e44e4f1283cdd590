import {
  chmodSync,
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
import { readNaively, sorted, steps, takeStep } from '../naive-tree.fixture.js';
import type { CommitOptions } from './commit.js';
import { changeTree, exampleFiles, makeFolder, readFolder, removeFolder } from './host-folder.fixture.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

let folder: string;
beforeEach(() => {
  folder = makeFolder(exampleFiles);
});
afterEach(() => removeFolder(folder));

describe('review', () => {
  it('tells exactly what a commit would do, and does nothing', async () => {
    const before = readFolder(folder);
    const review = await changeTree(folder).review(folder);
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
    expect((await changeTree(folder).review(folder)).digest).toBe(review.digest);
  });
});

describe('commit', () => {
  it('makes the folder what the tree is, and the tree clean and live', async () => {
    const tree = changeTree(folder);
    const review = JSON.parse(JSON.stringify(await tree.review(folder)));
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
    const result = await tree.commit(folder, { expect: await tree.review(folder) });
    expect([result.written, result.deleted, statSync(folder).mtimeMs]).toEqual([[], [], before]);
  });

  it('leaves caches and secrets out, and keeps them in the tree', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('__pycache__/m.pyc', '');
    tree.writeText('.env', 'mine');
    tree.writeText('.git/hooks/pre-commit', 'evil');
    tree.writeText('kept', 'x');
    const { written, skipped } = await tree.commit(folder, { expect: await tree.review(folder) });
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
    const result = await tree.commit(folder, { expect: await tree.review(folder) });
    expect(result).toMatchObject({ deleted: ['old/x'], removedDirectories: [], kept: ['old'] });
    expect(readFolder(folder)['old/.env']).toBe('file 644 s');
    tree.writeText('old', 'file');
    await expect(tree.review(folder)).rejects.toThrowError(failure('not_empty'));
  });

  it('commits a tree in memory to any folder, with the directories it needs', async () => {
    const tree = createFileTree({ files: { 'docs/c.txt': 'base' } });
    tree.writeText('p/q/r', '1');
    tree.writeText('docs/c.txt', 'changed');
    const expected = await tree.review(folder);
    expect(expected.entries.find(({ path }) => path === 'docs/c.txt')?.before).toMatchObject({ size: 5 });
    await tree.commit(folder, { expect: expected });
    expect(readFolder(folder)).toMatchObject({ 'p/q/r': 'file 644 1', 'docs/c.txt': 'file 644 changed' });
    expect(tree.changes().written).toEqual(['docs/c.txt', 'p/q/r']);
    expect((await tree.review(folder)).entries).toEqual([]);
  });

  it('lets a file become a directory and a directory a file', async () => {
    const tree = createFileTree({ base: folder });
    tree.removeFile('a.txt');
    tree.writeText('a.txt/inner', 'i');
    tree.removeDirectory('docs', { recursive: true });
    tree.writeText('docs', 'file');
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(readFolder(folder)).toMatchObject({ 'a.txt/inner': 'file 644 i', docs: 'file 644 file' });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
  });

  it('makes directories that cannot be worked in last', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('closed/file', '1');
    tree.setMode('closed', 0o555);
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(readFolder(folder)).toMatchObject({ closed: 'directory 555', 'closed/file': 'file 644 1' });
    chmodSync(join(folder, 'closed'), 0o755);
  });

  it('never gives set-user bits', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('tool', '');
    tree.setMode('tool', 0o4755);
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(statSync(join(folder, 'tool')).mode & 0o7777).toBe(0o755);
  });

  it('does not write through another name of a file', async () => {
    linkSync(join(folder, 'a.txt'), join(folder, 'twin'));
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'ONE');
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(readFileSync(join(folder, 'twin'), 'utf8')).toBe('one');
  });

  it('writes only the changes that were reviewed by path, and keeps the others in the tree', async () => {
    const tree = changeTree(folder);
    const review = JSON.parse(
      JSON.stringify(await tree.review(folder, { paths: ['a.txt', 'new/deep/file', 'old'] })),
    );
    const result = await tree.commit(folder, { expect: review });
    expect(result).toMatchObject({ written: ['a.txt', 'new/deep/file'], deleted: [], kept: ['old'] });
    expect(tree.changes()).toEqual({ written: ['docs/c.txt'], deleted: ['docs/b.txt', 'old/x'] });
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
    expect(readFolder(folder)).not.toHaveProperty('old');
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
            await tree.commit(host, { expect: await tree.review(host) });
            expect(sorted(readNaively(tree))).toEqual(wanted);
            expect(sorted(readNaively(createFileTree({ base: host })))).toEqual(wanted);
            expect((await tree.review(host)).entries).toEqual([]);
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
    const tree = changeTree(folder);
    const expected = await tree.review(folder);
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
    const tree = changeTree(folder);
    writeFileSync(join(folder, 'a.txt'), 'theirs');
    const expected = await tree.review(folder);
    expect(expected.stale).toEqual(['a.txt']);
    await expect(tree.commit(folder, { expect: expected })).rejects.toThrowError(failure('host_changed'));
    await tree.commit(folder, { expect: expected, acceptStale: true });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('ONE');
  });

  it('is seen also inside a directory that was moved, and in the place it was moved to', async () => {
    const tree = createFileTree({ base: folder });
    tree.rename('docs', 'papers');
    writeFileSync(join(folder, 'docs/b.txt'), 'theirs, in the meantime');
    mkdirSync(join(folder, 'papers'));
    writeFileSync(join(folder, 'papers/c.txt'), 'theirs too');
    expect((await tree.review(folder)).stale).toEqual(['docs/b.txt', 'papers/c.txt']);
  });

  it('does not bring back what a merge took from elsewhere', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'first');
    const fork = tree.fork();
    fork.writeText('docs/b.txt', 'fork');
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(await tree.merge(fork)).toMatchObject({ written: ['docs/b.txt'], conflicts: [] });
    expect(tree.changes().written).toEqual(['docs/b.txt']);
    fork.writeText('a.txt', 'second');
    expect(await tree.merge(fork)).toMatchObject({ written: ['a.txt'], conflicts: [] });
  });

  it('is seen also where the tree changed the file before, and a fork after', async () => {
    const tree = createFileTree({ base: folder });
    const fork = tree.fork();
    tree.writeText('a.txt', 'ours');
    writeFileSync(join(folder, 'a.txt'), 'theirs, longer');
    fork.writeText('a.txt', 'fork');
    await tree.merge(fork, { force: true });
    expect(tree.readText('a.txt')).toBe('fork');
    expect((await tree.review(folder)).stale).toEqual(['a.txt']);
  });

  it('is seen through a fork that changed the file before', async () => {
    const tree = createFileTree({ base: folder });
    const fork = tree.fork();
    fork.writeText('a.txt', 'fork');
    writeFileSync(join(folder, 'a.txt'), 'theirs, longer');
    expect((await tree.merge(fork)).conflictDetails).toEqual([
      { path: 'a.txt', reason: 'host_changed', hunks: [] },
    ]);
    await tree.merge(fork, { force: true });
    expect((await tree.review(folder)).stale).toEqual(['a.txt']);
  });

  it.each([undefined, {}, { expect: null }])('refuses to commit without a review: %j', async (options) => {
    const tree = changeTree(folder);
    await expect(tree.commit(folder, options as unknown as CommitOptions)).rejects.toThrowError(
      failure('no_review'),
    );
    expect(createFileTree({ base: folder }).readText('a.txt')).toBe('one');
  });

  it('refuses changes that were not reviewed', async () => {
    const tree = changeTree(folder);
    const expected = await tree.review(folder);
    tree.writeText('a.txt', 'other');
    tree.writeText('more', '');
    await expect(tree.commit(folder, { expect: expected })).rejects.toMatchObject({
      code: 'filesystem/changed_since_review',
      details: { paths: ['a.txt', 'more'] },
    });
  });

  it('keeps what is changed in the tree while it is under way, as changes', async () => {
    const tree = changeTree(folder);
    const written = Array.from({ length: 400 }, (_, index) => `many/${index}`);
    for (const path of written) tree.writeText(path, path, { parents: true });
    const expected = await tree.review(folder);
    let isUnderWay = true;
    const committed = tree.commit(folder, {
      expect: expected,
      onProgress: ({ stage, done }) => {
        if (stage === 'commit' && done === 1) tree.writeText('later.txt', 'later');
      },
    });
    void committed.then(() => {
      isUnderWay = false;
    });
    tree.writeText('many/7', 'changed at once');
    expect(isUnderWay).toBe(true);
    await committed;
    expect(readFolder(folder)['many/7']).toBe('file 644 many/7');
    expect(tree.changes()).toEqual({ written: ['later.txt', 'many/7'], deleted: [] });
    expect((await tree.review(folder)).stale).toEqual([]);
    await tree.commit(folder, { expect: await tree.review(folder) });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
    expect(readFolder(folder)['many/7']).toBe('file 644 changed at once');
  });

  it('lets everything else have its turn in between', async () => {
    const tree = createFileTree({ base: folder });
    for (let index = 0; index < 800; index++)
      tree.writeText(`many/${index}`, 'x'.repeat(index), { parents: true });
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = turns;
      await work();
      return turns - before;
    };
    try {
      const review = await tree.review(folder);
      expect(turns).toBeGreaterThan(1);
      expect(await turnsOf(() => tree.toZip())).toBeGreaterThan(1);
      expect(await turnsOf(() => tree.commit(folder, { expect: review }))).toBeGreaterThan(10);
    } finally {
      clearImmediate(next);
    }
  });

  function swapForLink(path: string, target: string): void {
    rmSync(join(folder, path));
    symlinkSync(target, join(folder, path));
  }
});
