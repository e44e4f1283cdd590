import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '../core/internal.js';
import { createFileTree } from './create-file-tree.js';
import { type EntryLimits, entriesBelow } from './entries-below.js';
import type { FileEntry } from './file-stat.js';
import type { FileTree } from './file-tree.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'mettle-links-'));
  mkdirSync(join(top, 'outside'));
  writeFileSync(join(top, 'outside/file.txt'), 'SECRET');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** A folder with folders in folders, files and links between any of them. */
interface Graph {
  /** For each folder after the root, the number of the folder that it is in. */
  readonly parents: readonly number[];
  /** The folders that hold a file each. */
  readonly files: readonly number[];
  readonly links: readonly { readonly from: number; readonly to: number; readonly kind: LinkKind }[];
}

type LinkKind = 'folder' | 'file' | 'link' | 'absolute' | 'outside' | 'climbing' | 'dangling';

const KINDS: readonly LinkKind[] = ['folder', 'file', 'link', 'absolute', 'outside', 'climbing', 'dangling'];

const graphs: fc.Arbitrary<Graph> = fc.record({
  parents: fc.array(fc.nat(5), { maxLength: 5 }),
  files: fc.array(fc.nat(5), { maxLength: 4 }),
  links: fc.array(fc.record({ from: fc.nat(5), to: fc.nat(20), kind: fc.constantFrom(...KINDS) }), {
    maxLength: 24,
  }),
});

/** Makes it on the disk; how many files, folders and links there are, and the paths of the links. */
function make(root: string, { parents, files, links }: Graph): { size: number; links: readonly string[] } {
  mkdirSync(root);
  const folders = [''];
  for (const [index, parent] of parents.entries())
    folders.push(posix.join(folders[parent % folders.length] ?? '', `d${index}`));
  for (const folder of folders.slice(1)) mkdirSync(join(root, folder), { recursive: true });
  const folderAt = (index: number): string => folders[index % folders.length] ?? '';
  const fileNames = [...new Set(files.map((index) => posix.join(folderAt(index), 'f.txt')))];
  for (const file of fileNames) writeFileSync(join(root, file), 'inside');
  const made: string[] = [];
  for (const [index, { from, to, kind }] of links.entries()) {
    const folder = folderAt(from);
    const path = posix.join(folder, `l${index}`);
    const inside = {
      folder: folderAt(to),
      file: fileNames[to % (fileNames.length || 1)] ?? 'none',
      link: made[to % (made.length || 1)] ?? path,
    };
    const target = {
      folder: posix.relative(folder, inside.folder) || '.',
      file: posix.relative(folder, inside.file),
      link: posix.relative(folder, inside.link),
      absolute: join(realpathSync(root), inside.folder),
      outside: join(top, 'outside'),
      climbing: `${'../'.repeat(folder.split('/').filter(Boolean).length + 1)}outside/file.txt`,
      dangling: 'nowhere/at/all',
    }[kind];
    symlinkSync(target, join(root, path));
    made.push(path);
  }
  return { size: folders.length - 1 + fileNames.length + made.length, links: made };
}

/** Where the host says that a link leads, counted from the folder; null for out of it or nowhere. */
function onHost(root: string, link: string): string | null {
  try {
    const inside = relative(realpathSync(root), realpathSync(join(root, link)));
    return inside.startsWith('..') ? null : inside;
  } catch {
    return null;
  }
}

describe('a folder with any links', () => {
  it('takes as much work as it has entries, and shows where each link leads, as the host does', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const root = join(top, `base${number++}`);
        const { size, links } = make(root, graph);
        const tree = createFileTree({ base: root });
        const work = entriesBelow(tree, '');
        let steps = 0;
        let step = work.next();
        for (; step.done !== true; step = work.next()) steps++;
        const entries = step.value;
        expect(steps).toBeLessThanOrEqual(size);
        const shown = new Map(
          entries.map(([path, entry]) => [path, entry.kind === 'link' ? entry.target : null]),
        );
        for (const link of links) expect([link, shown.get(link) ?? null]).toEqual([link, onHost(root, link)]);
        const paths = entries.map(([path]) => path).sort();
        expect(
          tree
            .glob('**')
            .map((path) => path.slice(1))
            .sort(),
        ).toEqual(paths);
        for (const file of tree.files()) expect(tree.readText(file)).toBe('inside');
        expect((await tree.search('SECRET')).matches).toEqual([]);
        expect(JSON.stringify(tree.snapshot())).not.toContain(Buffer.from('SECRET').toString('base64'));
        expect(Buffer.from(await tree.toZip()).includes('SECRET')).toBe(false);
        expect(tree.exists('outside/file.txt')).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is looked through once where folders lead to each other in thousands of ways', () => {
    const root = join(top, 'base');
    for (let depth = 0; depth < 8; depth++) mkdirSync(join(root, `f${depth}`), { recursive: true });
    for (let depth = 0; depth < 7; depth++) {
      for (let index = 0; index < 10; index++)
        symlinkSync(`../f${depth + 1}`, join(root, `f${depth}`, `l${index}`));
    }
    symlinkSync('.', join(root, 'self'));
    const tree = createFileTree({ base: root });
    expect(allOf(tree)).toHaveLength(8 + 70 + 1);
    expect(tree.entry('self')).toEqual({ kind: 'link', target: '' });
    expect(tree.entry('f0/l3')).toEqual({ kind: 'link', target: 'f1' });
    expect(tree.entry('self/f0')).toEqual({ kind: 'directory', size: 0, mode: 0o755 });
    expect(tree.entry('nothing')).toBeNull();
  });

  it('is refused where it has more entries or deeper folders than asked for, and names the place', () => {
    const root = join(top, 'base');
    mkdirSync(join(root, 'a/b/c'), { recursive: true });
    writeFileSync(join(root, 'a/x'), '');
    const tree = createFileTree({ base: root });
    const limits = { entries: 4, levels: 3, advice: 'Take less.' };
    expect(allOf(tree, limits).map(([path]) => path)).toEqual(['a', 'a/b', 'a/x', 'a/b/c']);
    expect(() => allOf(tree, { ...limits, entries: 3 })).toThrowError(
      expect.objectContaining({
        code: 'filesystem/too_many_entries',
        message: 'There are more than 3 files and folders (reached at "a/b/c"). Take less.',
      }),
    );
    expect(() => allOf(tree, { ...limits, levels: 2 })).toThrowError(
      expect.objectContaining({
        message: 'There are folders nested more than 2 deep (reached at "a/b/c"). Take less.',
      }),
    );
  });

  it('may lose entries, and have links put in the place of folders, while it is looked through', () => {
    const root = join(top, 'base');
    for (const name of ['a', 'b']) {
      mkdirSync(join(root, name), { recursive: true });
      writeFileSync(join(root, name, 'file.txt'), 'inside');
    }
    const tree = createFileTree({ base: root });
    const work = entriesBelow(tree, '');
    for (let count = 0; count < 3; count++) work.next();
    // Both are known as folders now; the first was read, and the second was not entered.
    rmSync(join(root, 'a'), { recursive: true });
    rmSync(join(root, 'b'), { recursive: true });
    symlinkSync(join(top, 'outside'), join(root, 'b'));
    let step = work.next();
    while (step.done !== true) step = work.next();
    expect(step.value.map(([path]) => path)).toEqual(['a', 'b', 'a/file.txt']);
  });
});

function allOf(tree: FileTree, limits?: EntryLimits): readonly (readonly [path: string, entry: FileEntry])[] {
  return atOnce(entriesBelow(tree, '', limits));
}
