import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { createFileTree, restoreFileTree } from '../create-file-tree.js';
import { makeFolder, readFolder, removeFolder } from './host-folder.fixture.js';
import { recoverCommit } from './recover-commit.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

let folder: string;
let outside: string;
beforeEach(() => {
  folder = makeFolder({ 'a.txt': 'one', 'docs/b.txt': 'two' });
  outside = makeFolder({ 'b.txt': 'two', 'a.txt': 'one' });
});
afterEach(() => {
  removeFolder(folder);
  removeFolder(outside);
});

describe("what is git's own on some file system", () => {
  const names = [
    '.git',
    '.GIT',
    'GIT~1',
    '.git.',
    '.git ',
    '.git::$INDEX_ALLOCATION',
    '.g\u200cit',
    '.git\ufeff',
  ];

  it.each(names)('is not committed: %j', async (name) => {
    const tree = createFileTree({ base: folder });
    tree.writeText(`${name}/hooks/pre-commit`, 'evil');
    tree.writeText(`docs/${name}/config`, 'evil');
    tree.writeText('a.txt', 'ONE');
    const { skipped } = await tree.commit(folder, { expect: await tree.review(folder) });
    expect(skipped).toEqual(
      [name, `${name}/hooks`, `${name}/hooks/pre-commit`, `docs/${name}`, `docs/${name}/config`].sort(),
    );
    expect(Object.keys(readFolder(folder))).toEqual(['a.txt', 'docs', 'docs/b.txt']);
  });

  it.each(names)('is not committed from a restored snapshot either: %j', async (name) => {
    const tree = createFileTree();
    tree.writeText(`${name}/config`, 'evil');
    const restored = restoreFileTree(JSON.parse(JSON.stringify(tree.snapshot())));
    await restored.commit(folder, { expect: await restored.review(folder) });
    expect(Object.keys(readFolder(folder))).toEqual(['a.txt', 'docs', 'docs/b.txt']);
  });

  it.each(names)('is not lent: %j', (name) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'config'), 'secret');
    const tree = createFileTree({ base: folder });
    expect(tree.list('')).toEqual(['a.txt', 'docs']);
    expect(() => tree.readText(`${name}/config`)).toThrowError(failure('not_found'));
  });
});

unless(process.platform === 'win32' ? 'Windows needs a privilege for links' : null).describe(
  'links on the host',
  () => {
    it('put in the place of a directory between review and commit are not followed', async () => {
      const tree = createFileTree({ base: folder });
      tree.writeText('docs/b.txt', 'evil');
      tree.writeText('docs/new', 'evil');
      const expected = await tree.review(folder);
      renameSync(join(folder, 'docs'), join(folder, 'was'));
      symlinkSync(outside, join(folder, 'docs'));
      const before = readFolder(outside);
      await expect(tree.commit(folder, { expect: expected })).rejects.toThrowError(failure('host_changed'));
      expect(readFolder(outside)).toEqual(before);
      expect(tree.exists('docs/a.txt')).toBe(false);
      expect(tree.list('docs')).toEqual(['b.txt', 'new']);
      await tree.commit(folder, { expect: await tree.review(folder), acceptStale: true });
      expect(readFolder(outside)).toEqual(before);
      expect(readFolder(folder)).toMatchObject({ docs: 'directory 755', 'docs/b.txt': 'file 644 evil' });
    });

    it('put there in the middle of a commit are not followed either, and all is undone', async () => {
      const tree = createFileTree({ base: folder });
      tree.writeText('a.txt', 'ONE');
      tree.writeText('docs/b.txt', 'evil');
      tree.writeText('docs/new', 'evil');
      const before = readFolder(outside);
      const swap = (stage: string, note: string | undefined) => {
        if (stage !== 'commit' || note !== 'a.txt') return;
        renameSync(join(folder, 'docs'), join(folder, 'was'));
        symlinkSync(outside, join(folder, 'docs'));
      };
      await expect(
        tree.commit(folder, {
          expect: await tree.review(folder),
          onProgress: ({ stage, note }) => swap(stage, note),
        }),
      ).rejects.toThrowError(failure('link_in_the_way'));
      expect(readFolder(outside)).toEqual(before);
      expect(readFolder(folder)).toMatchObject({ 'a.txt': 'file 644 one', 'was/b.txt': 'file 644 two' });
      expect(readdirSync(folder).sort()).toEqual(['a.txt', 'docs', 'was']);
    });

    it('that the tree replaces or removes are replaced or removed themselves', async () => {
      symlinkSync(join(outside, 'a.txt'), join(folder, 'out'));
      symlinkSync('a.txt', join(folder, 'in'));
      const tree = createFileTree({ base: folder });
      tree.removeFile('in');
      tree.writeText('out', 'mine');
      const before = readFolder(outside);
      const expected = await tree.review(folder);
      expect(expected.entries.find(({ path }) => path === 'out')?.before).toEqual({
        kind: 'link',
        target: join(outside, 'a.txt'),
      });
      await tree.commit(folder, { expect: { ...expected }, acceptStale: true });
      expect(readFolder(folder)).toMatchObject({ out: 'file 644 mine' });
      expect(readFolder(folder).in).toBe(undefined);
      expect(readFolder(outside)).toEqual(before);
    });

    it('as the folder are followed to the real one, which must be a directory', async () => {
      const tree = createFileTree();
      symlinkSync('a.txt', join(folder, 'file-link'));
      await expect(tree.review(join(folder, 'file-link'))).rejects.toThrowError(failure('invalid_base'));
      await expect(tree.review(join(folder, 'nothing'))).rejects.toThrowError(failure('invalid_base'));
      await expect(tree.review('')).rejects.toThrowError(failure('invalid_base'));
    });
  },
);

describe('a forged review', () => {
  it('cannot make a commit do anything else', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'ONE');
    const real = await tree.review(folder);
    const entry = {
      path: '../evil',
      before: null,
      after: { kind: 'file' as const, mode: 0o644, size: 0, sha256: '' },
    };
    for (const entries of [[], [...real.entries, entry], [entry]]) {
      await expect(tree.commit(folder, { expect: { ...real, entries } })).rejects.toThrowError();
    }
    expect(readFolder(folder)['a.txt']).toBe('file 644 one');
  });

  it('that hides what is stale does not help', async () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'ONE');
    writeFileSync(join(folder, 'a.txt'), 'theirs');
    await expect(
      tree.commit(folder, { expect: { ...(await tree.review(folder)), stale: [] } }),
    ).rejects.toThrowError(failure('host_changed'));
  });
});

describe('a planted transaction folder', () => {
  function plant(operations: unknown[]): void {
    const place = join(folder, '.mettle-commit-evil');
    mkdirSync(join(place, 'old'), { recursive: true });
    writeFileSync(join(place, 'old/0'), 'evil');
    writeFileSync(
      join(place, 'journal.json'),
      JSON.stringify({ version: 1, digest: contentHash(operations), operations }),
    );
  }
  const side = { kind: 'file', mode: 0o644, size: 3, sha256: 'x' };

  it.each([
    ['a path that climbs', { kind: 'unlink', path: '../x', slot: 0, before: side, after: null }],
    ['an absolute path', { kind: 'unlink', path: '/tmp/x', slot: 0, before: side, after: null }],
    ['a slot that climbs', { kind: 'unlink', path: 'x', slot: '../../x', before: side, after: null }],
    ['a step that is none', { kind: 'exec', path: 'x', slot: 0, before: side, after: null }],
    ['no sides', { kind: 'unlink', path: 'x', slot: 0 }],
    ['a text', 'unlink'],
  ])('is not obeyed: %s', (_name, operation) => {
    plant([operation]);
    const before = readFolder(folder);
    expect(() => recoverCommit(folder)).toThrowError(failure('invalid_commit_journal'));
    expect(readFolder(folder)).toEqual(before);
  });

  it('that was garbled keeps what it saved', () => {
    plant([]);
    writeFileSync(join(folder, '.mettle-commit-evil/journal.json'), '{"version":1,');
    expect(() => recoverCommit(folder)).toThrowError(failure('invalid_commit_journal'));
    expect(readFolder(folder)['.mettle-commit-evil/old/0']).toBe('file 644 evil');
  });

  unless(process.platform === 'win32' ? 'Windows needs a privilege for links' : null).it(
    'that is a link is not entered',
    () => {
      symlinkSync(outside, join(folder, '.mettle-commit-link'));
      const before = readFolder(outside);
      expect(recoverCommit(folder)).toEqual({ undone: 0, leftAlone: [], savedIn: [] });
      expect(readFolder(outside)).toEqual(before);
    },
  );

  it('is never lent to a tree, nor committed by one', async () => {
    plant([]);
    const tree = createFileTree({ base: folder });
    expect(tree.list('')).toEqual(['a.txt', 'docs']);
    rmSync(join(folder, '.mettle-commit-evil'), { recursive: true });
    tree.writeText('.mettle-commit-x/journal.json', '{}');
    const { skipped, written } = await tree.commit(folder, { expect: await tree.review(folder) });
    expect([written, skipped]).toEqual([[], ['.mettle-commit-x', '.mettle-commit-x/journal.json']]);
  });
});
