/** The copy-on-write tree: what forking, merging and reading cost, beside copying a folder or a map. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type CommitReview, createFileTree, type FileTree } from 'mettle/filesystem';
import type { BenchSuite, Comparison, Figure } from './harness.js';
import { processorMilliseconds } from './processor-cost.js';

const FILES = 20_000;
/** 20,000 times this is 1 GiB. */
const FILE_BYTES = Math.ceil(2 ** 30 / FILES);
const CHANGED = 20;
const COPIED_FILES = 1000;

let folder: string | undefined;

function pathOf(index: number): string {
  return `src/module-${index % 100}/part-${index % 7}/file-${index}.py`;
}

/** 20,000 files that hold 1 GiB in all and share their bytes. */
function largeFiles(): Record<string, Uint8Array> {
  const content = new Uint8Array(FILE_BYTES).fill(0x61);
  return Object.fromEntries(Array.from({ length: FILES }, (_, index) => [pathOf(index), content]));
}

/** A folder of small files on disk, for the comparison with a copied folder. */
function smallFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  const source = join(folder, 'source');
  for (let index = 0; index < COPIED_FILES; index++) {
    const directory = join(source, `module-${index % 20}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `file-${index}.py`), `print(${index})\n`.repeat(50));
  }
  return source;
}

function change(tree: FileTree, first = 0): FileTree {
  for (let index = first; index < first + CHANGED; index++)
    tree.writeText(pathOf(index), `changed ${index}\n`);
  return tree;
}

function comparisons(): readonly Comparison[] {
  const files = largeFiles();
  const tree = createFileTree({ files });
  const map = new Map(Object.entries(files));
  const source = smallFolder();
  const live = createFileTree({ base: source });
  let copies = 0;
  const kept: FileTree[] = [];
  let old = tree;
  for (let generation = 0; generation < 10_000; generation++) {
    old = old.fork();
    old.writeText(`log/${generation % 50}`, String(generation));
  }
  const parent = tree.fork();
  const children = Array.from({ length: 100 }, (_, index) => change(parent.fork(), index * CHANGED));
  const naive = new Map(map);
  for (let index = 0; index < CHANGED; index++) naive.set(pathOf(index), new Uint8Array(10));
  return [
    {
      name: `fork ${FILES} files, 1 GiB`,
      subject: { name: 'FileTree.fork', run: () => repeat(1000, () => kept.push(tree.fork())) },
      baseline: { name: 'copied Map', run: () => void new Map(map) },
      claim: { medianSeconds: 0.001 },
    },
    {
      name: `fork ${FILES} files and write one`,
      subject: { name: 'FileTree', run: () => repeat(1000, () => tree.fork().writeText(pathOf(7), 'x')) },
      baseline: { name: 'copied Map', run: () => void new Map(map).set(pathOf(7), new Uint8Array(1)) },
      claim: { medianSeconds: 0.001 },
    },
    {
      name: `fork a folder of ${COPIED_FILES} files and write one`,
      subject: { name: 'FileTree', run: () => live.fork().writeText('module-1/file-1.py', 'x') },
      baseline: {
        name: 'fs.cpSync',
        run: () => {
          const copy = join(source, '..', `copy-${copies++}`);
          cpSync(source, copy, { recursive: true });
          writeFileSync(join(copy, 'module-1/file-1.py'), 'x');
        },
      },
      rounds: 5,
      warmup: 1,
    },
    {
      name: `merge ${CHANGED} of ${FILES} files`,
      subject: {
        name: 'FileTree.merge',
        run: async () => {
          const child = children.pop();
          if (child === undefined) throw new Error('more runs than children');
          await parent.merge(child);
        },
      },
      baseline: { name: 'compared Maps', run: () => void compareMaps(map, naive) },
    },
    {
      name: 'read after 10,000 forks of forks',
      subject: { name: 'FileTree', run: () => repeat(1000, (index) => void old.stat(pathOf(index))) },
      baseline: { name: 'Map', run: () => repeat(1000, (index) => void map.get(pathOf(index))?.byteLength) },
    },
  ];
}

function repeat(times: number, work: (index: number) => void): number {
  for (let index = 0; index < times; index++) work(index);
  return times;
}

function compareMaps(
  left: ReadonlyMap<string, Uint8Array>,
  right: ReadonlyMap<string, Uint8Array>,
): string[] {
  const differing: string[] = [];
  for (const [path, bytes] of left) {
    const other = right.get(path);
    if (other === undefined || (other !== bytes && Buffer.compare(other, bytes) !== 0)) differing.push(path);
  }
  return differing;
}

const LINES = 300_000;

/** A text of many lines, in which every sixth is another one. */
function manyLines(word: string, place: number): string {
  return Array.from({ length: LINES }, (_, index) =>
    index % 6 === place ? `${word} ${index}\n` : `line ${index}\n`,
  ).join('');
}

/**
 * Seconds that some work takes, and the most processor time that it takes between two turns of the event loop: what it
 * keeps everything else waiting on a machine that has nothing else to do.
 */
async function timed(
  name: string,
  work: () => Promise<unknown>,
  claim = '<= 20',
): Promise<readonly Figure[]> {
  let [last, longest, isOver] = [process.cpuUsage(), 0, false];
  const tick = (): void => {
    longest = Math.max(longest, processorMilliseconds(last));
    last = process.cpuUsage();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  isOver = true;
  tick();
  return [
    { name, value: seconds, unit: 's' },
    { name: `${name}, longest turn`, value: longest, unit: 'ms', claim },
  ];
}

/** What comparing by lines costs, and how long it holds up the event loop. */
async function lineFigures(): Promise<readonly Figure[]> {
  const base = manyLines('', 6);
  const parent = createFileTree({ files: { f: base } });
  const child = parent.fork();
  parent.writeText('f', manyLines('ours', 1));
  child.writeText('f', manyLines('theirs', 4));
  const fresh = createFileTree({ files: { f: base } });
  let patch = '';
  return [
    ...(await timed(`merge of ${LINES} lines`, () => parent.merge(child))),
    ...(await timed(`patch of ${LINES} lines`, async () => {
      patch = await parent.patch();
    })),
    ...(await timed(`applyPatch of ${LINES} lines`, () => fresh.applyPatch(patch))),
  ];
}

/** What a tree of many small files costs, and how long it holds up the event loop. */
async function fileFigures(): Promise<readonly Figure[]> {
  folder ??= mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  const target = join(folder, 'target');
  mkdirSync(target);
  const tree = createFileTree({ base: target });
  for (let index = 0; index < FILES; index++)
    tree.writeText(pathOf(index), `print(${index})\n`, { parents: true });
  const of = `of ${FILES} files`;
  let review: CommitReview | undefined;
  return [
    ...(await timed(`glob ${of}`, async () => tree.glob('**/part-3/*7.py'), '<= 50')),
    ...(await timed(`toZip ${of}`, () => tree.toZip())),
    ...(await timed(`review ${of}`, async () => {
      review = await tree.review(target);
    })),
    ...(await timed(`commit ${of}`, async () => {
      if (review !== undefined) await tree.commit(target, { expect: review });
    })),
  ];
}

async function figures(): Promise<readonly Figure[]> {
  const turns = [...(await lineFigures()), ...(await fileFigures())];
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const tree = createFileTree({ files: largeFiles() });
  const forks: FileTree[] = [];
  collect();
  const before = process.memoryUsage();
  for (let index = 0; index < 1000; index++) forks.push(change(tree.fork()));
  collect();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return [
    {
      name: `memory of a fork of ${FILES} files with ${CHANGED} changed`,
      value: bytes / forks.length / 2 ** 20,
      unit: 'MiB',
      claim: '< 1',
    },
    ...turns,
  ];
}

/** Benchmarks of `filesystem/`. */
export const suite: BenchSuite = {
  name: 'filesystem',
  comparisons,
  figures,
  close: () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
};
