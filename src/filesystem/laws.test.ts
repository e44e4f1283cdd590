import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileTree, restoreFileTree } from './create-file-tree.js';
import type { FileTree } from './file-tree.js';
import type { JournalEntry } from './journal.js';
import {
  type NaiveNode,
  type NaiveTree,
  readNaively,
  type Step,
  sorted,
  steps,
  takeNaiveStep,
  takeStep,
} from './naive-tree.fixture.js';

const FILES = { a: 'one\ntwo\n', 'b/a': 'x', 'b/b/c': 'one\ntwo\nthree\n', 'c/d': '' };

const folder = mkdtempSync(join(tmpdir(), 'mettle-laws-'));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), 0o644);
}
for (const path of ['b', 'b/b', 'c']) chmodSync(join(folder, path), 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bases = [
  ['a base in memory', () => createFileTree({ files: FILES })],
  ['a host folder', () => createFileTree({ base: folder })],
] as const;

function follow(tree: FileTree, model: NaiveTree, taken: readonly Step[]): NaiveTree {
  let current = model;
  for (const step of taken) {
    const outcome = takeStep(tree, step);
    const expected = takeNaiveStep(current, step);
    expect([step, outcome]).toEqual([step, typeof expected === 'string' ? expected : undefined]);
    if (typeof expected !== 'string') current = expected;
  }
  expect(sorted(readNaively(tree))).toEqual(sorted(current));
  return current;
}

function run(tree: FileTree, taken: readonly Step[]): FileTree {
  for (const step of taken) takeStep(tree, step);
  return tree;
}

const content = (tree: FileTree) => sorted(readNaively(tree));

interface Shape {
  readonly size: number | 'directory';
  readonly mode: number;
}

function shapeOf(node: NaiveNode): Shape {
  return { size: node.kind === 'file' ? node.text.length : 'directory', mode: node.mode };
}

function replay(shape: Map<string, Shape>, entry: JournalEntry): void {
  const old = shape.get(entry.path);
  if (entry.operation === 'write') {
    expect([entry.kind, entry.path]).toEqual([old === undefined ? 'create' : 'modify', entry.path]);
    shape.set(entry.path, { size: entry.size, mode: old?.mode ?? 0o644 });
  } else if (entry.operation === 'mkdir') {
    expect(old).toBe(undefined);
    shape.set(entry.path, { size: 'directory', mode: 0o755 });
  } else if (entry.operation === 'rename') {
    for (const [key, value] of [...shape]) {
      if (key !== entry.source && !key.startsWith(`${entry.source}/`)) continue;
      shape.delete(key);
      shape.set(entry.path + key.slice(entry.source.length), value);
    }
  } else if (entry.operation === 'chmod') {
    expect(old?.mode).not.toBe(entry.mode);
    shape.set(entry.path, { size: old?.size ?? 0, mode: entry.mode });
  } else expect(shape.delete(entry.path)).toBe(true);
}

describe.each(bases)('over %s', (_name, create) => {
  it('a tree behaves as a plain map', () => {
    fc.assert(
      fc.property(steps, (taken) => void follow(create(), readNaively(create()), taken)),
      { numRuns: 150 },
    );
  });

  it('a fork and its parent never see each other', () => {
    fc.assert(
      fc.property(steps, steps, steps, (before, there, here) => {
        const parent = create();
        const start = follow(parent, readNaively(parent), before);
        const child = parent.fork();
        const half = Math.floor(here.length / 2);
        const midway = follow(parent, start, here.slice(0, half));
        follow(child, start, there);
        follow(parent, midway, here.slice(half));
        child.reset();
        expect(content(child)).toEqual(sorted(start));
      }),
    );
  });

  it('diff and changes tell exactly what differs', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const before = readNaively(create());
        const tree = run(create(), taken);
        const after = readNaively(tree);
        const kindOf = (node: NaiveNode | undefined) => node?.kind;
        const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
        const differs = keys.filter(
          (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
        );
        const written = differs.filter((key) => kindOf(after.get(key)) === 'file');
        const deleted = differs.filter(
          (key) => kindOf(before.get(key)) === 'file' && kindOf(after.get(key)) !== 'file',
        );
        expect(tree.changes()).toEqual({ written, deleted });
        const diff = tree.diff();
        expect(diff.madeDirectories).toEqual(
          keys.filter(
            (key) => kindOf(before.get(key)) !== 'directory' && kindOf(after.get(key)) === 'directory',
          ),
        );
        expect(diff.removedDirectories).toEqual(
          keys.filter(
            (key) => kindOf(before.get(key)) === 'directory' && kindOf(after.get(key)) !== 'directory',
          ),
        );
      }),
    );
  });

  it('the journal, replayed, gives the paths, kinds, sizes and modes of the tree', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (taken, there) => {
        const tree = run(create(), taken);
        const child = run(tree.fork(), there);
        run(tree, taken);
        await tree.merge(child, { force: true });
        const shape = new Map([...readNaively(create())].map(([key, node]) => [key, shapeOf(node)]));
        for (const entry of tree.journal()) replay(shape, entry);
        const actual = content(tree).map(([key, node]) => [key, shapeOf(node)]);
        expect([...shape].sort(([left], [right]) => (left < right ? -1 : 1))).toEqual(actual);
      }),
    );
  });

  it('a snapshot restores the tree, its changes and its journal, without the folder', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const tree = run(create(), taken);
        const snapshot = tree.snapshot();
        const restored = restoreFileTree(JSON.parse(JSON.stringify(snapshot)));
        expect(content(restored)).toEqual(content(tree));
        expect(restored.diff()).toEqual(tree.diff());
        expect(restored.journal()).toEqual(tree.journal());
        expect(restored.snapshot()).toEqual(snapshot);
        restored.reset();
        expect(content(restored)).toEqual(content(create()));
      }),
    );
  });
});

describe.each(bases)('merge over %s', (_name, create) => {
  it('of a fork into an untouched parent makes the parent the fork', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, there) => {
        const parent = run(create(), before);
        const child = run(parent.fork(), there);
        const result = await parent.merge(child);
        expect(result.conflicts).toEqual([]);
        expect(content(parent)).toEqual(content(child));
        const changes = child.diff();
        expect(result.written).toEqual(changes.written.map(({ path }) => path));
        expect(result.deleted).toEqual(changes.deleted);
        expect(result.madeDirectories).toEqual(changes.madeDirectories);
        expect(result.removedDirectories).toEqual(changes.removedDirectories);
      }),
    );
  });

  it('of an untouched fork changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, here) => {
        const parent = run(create(), before);
        const child = parent.fork();
        run(parent, here);
        const state = content(parent);
        const entries = parent.journal().length;
        const result = await parent.merge(child);
        expect(result.conflicts).toEqual([]);
        expect(content(parent)).toEqual(state);
        expect(parent.journal()).toHaveLength(entries);
      }),
    );
  });

  it('twice is as once, and leaves conflicting paths alone', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (before, here, there) => {
        const parent = run(create(), before);
        const child = run(parent.fork(), there);
        run(parent, here);
        const ours = readNaively(parent);
        const first = await parent.merge(child);
        const state = readNaively(parent);
        for (const path of first.skipped) expect(state.get(path)).toEqual(ours.get(path));
        const second = await parent.merge(child);
        expect(sorted(readNaively(parent))).toEqual(sorted(state));
        expect(second.conflicts).toEqual(first.conflicts);
        expect([...second.written, ...second.deleted]).toEqual([]);
      }),
    );
  });

  it('with force makes every path the fork changed as the fork has it, unless lines were merged', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (before, here, there) => {
        const parent = run(create(), before);
        const child = run(parent.fork(), there);
        run(parent, here);
        const result = await parent.merge(child, { force: true });
        expect(result.skipped).toEqual([]);
        const [mine, theirs] = [readNaively(parent), readNaively(child)];
        for (const path of result.conflicts) expect([path, mine.get(path)]).toEqual([path, theirs.get(path)]);
        for (const path of child.changes().deleted)
          expect([path, mine.get(path)]).toEqual([path, theirs.get(path)]);
      }),
    );
  });

  it('of two forks that changed different places gives the same in either order', async () => {
    const below = (top: string, taken: readonly Step[]): Step[] =>
      taken.map((step) => ({
        ...step,
        path: `${top}/${step.path}`,
        ...(step.do === 'rename' ? { to: `${top}/${step.to}` } : {}),
      }));
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (before, left, right) => {
        const start = run(create(), before);
        start.makeDirectory('left', { existOk: true });
        start.makeDirectory('right', { existOk: true });
        const outcomes = await Promise.all(
          [true, false].map(async (leftFirst) => {
            const parent = start.fork();
            const forks = [
              run(parent.fork(), below('left', left)),
              run(parent.fork(), below('right', right)),
            ];
            for (const fork of leftFirst ? forks : forks.reverse())
              expect((await parent.merge(fork)).conflicts).toEqual([]);
            return content(parent);
          }),
        );
        expect(outcomes[0]).toEqual(outcomes[1]);
      }),
    );
  });
});
