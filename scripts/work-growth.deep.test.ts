import { expect, it } from 'vitest';
import { createFileTree } from '../src/filesystem/index.js';
import { ThinkingStream } from '../src/models/thinking-stream.js';
import { ImportRestrictions, JsonOutput, type Requirement } from '../src/requirements/index.js';

/** Texts that come in pieces: each one's work grows with its length, not with the square of it. */
const FEW = 50_000;
const MANY = 4 * FEW;
/** Work in proportion takes 4 times as much for four times the text, work that grows with the square 16 times. */
const MOST_TIMES = 9;
/** What takes less is too short to compare. */
const FLOOR_MILLISECONDS = 40;
const ATTEMPTS = 3;

type Pieces = (characters: number) => readonly string[];

const single =
  (character: string, before: readonly string[] = []): Pieces =>
  (characters) => [...before, ...Array<string>(characters).fill(character)];
const lines =
  (line: string, before: readonly string[] = []): Pieces =>
  (characters) => [...before, ...Array<string>(Math.ceil(characters / line.length)).fill(line)];

const think = (pieces: readonly string[]): void => {
  const stream = new ThinkingStream();
  for (const piece of pieces) stream.push(piece);
  stream.end();
};

const watched =
  (requirement: Requirement): ((pieces: readonly string[]) => void) =>
  (pieces) => {
    const watcher = requirement.watch?.();
    if (watcher === undefined) throw new Error('It is not watched.');
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (watcher.push(piece, text) !== null) throw new Error('It ended early.');
    }
  };
const json = watched(JsonOutput({ schema: true }));
const imports = watched(ImportRestrictions({ allowedImports: ['math'], endEarly: true }));

const cases: readonly (readonly [string, (pieces: readonly string[]) => void, Pieces])[] = [
  ['thinking, a character at a time', think, single('a', ['<think>'])],
  ['blanks before thinking', think, single(' ')],
  ['blanks within thinking', think, single(' ', ['<think>'])],
  ['openings of tags', think, single('<', ['<think>'])],
  ['closing tags in quotes', think, lines('"</think>" ', ['<think>'])],
  ['closing tags in one piece', think, (size) => [`<think>${'"</think>" '.repeat(size / 11)}`]],
  ['blanks before JSON', json, single(' ')],
  ['digits of one number', json, single('1')],
  ['a number in one piece', json, (size) => ['1'.repeat(size)]],
  ['digits behind a point', json, (size) => [`1.${'0'.repeat(size)}`]],
  ['one long line of code', imports, single('a', ['```python\n'])],
  ['import after import', imports, lines('import math\n', ['```python\n'])],
  ['imports within a string', imports, lines('import os\n', ['```python\n"""\n'])],
];

/** The least processor time of a few attempts, in milliseconds. */
function least(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

it.each(cases)('works in proportion to %s', (_, work, pieces) => {
  const [few, many] = [pieces(FEW), pieces(MANY)];
  const short = least(() => work(few));
  expect(least(() => work(many))).toBeLessThan(Math.max(FLOOR_MILLISECONDS, MOST_TIMES * short));
});

it('looks for a name below any folders without reading the path to each of them', () => {
  const folder = 'folder-with-quite-a-long-name-';
  const path = (index: number): string =>
    `${Array.from({ length: 100 }, (_, level) => `${folder}${level}-${index}/`).join('')}file`;
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [path(index), '']));
  const tree = createFileTree({ files });
  const walking = least(() => tree.glob('**'));
  // The same entries are met, with short names to match: about as much work again at most.
  const found = least(() => tree.glob('**/*f*e*'));
  expect(found).toBeLessThan(Math.max(2 * FLOOR_MILLISECONDS, 4 * walking));
});
