import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const NUMBERS: readonly number[][] = [
  [3, 1, 4, 1, 5, 9],
  [2, 7, 1, 8],
  [6, 6, 2, 0, 5],
  [1, 2, 1],
  [10, 3, 3, 7, 2, 2, 8],
  [5, 0, 9, 9],
  [8, 2, 6, 4, 1],
];

/** What the search makes of the first inputs has to hold on the last two. */
async function learned<T extends Json>(inputs: readonly T[], wanted: (input: T) => Json): Promise<boolean> {
  const pairs = inputs.map((input) => ({ input, output: wanted(input) }));
  const { script } = await searchScript({
    examples: pairs.slice(0, -2),
    budget: { maxEvaluations: 60_000 },
    seed: 1,
    sandbox,
  });
  if (script === null) return false;
  for (const { input, output } of pairs.slice(-2)) {
    const { value } = await sandbox.run(`${script}\ntransform(value)`, { inputs: { value: input } });
    expect(value, script).toEqual(output);
  }
  return true;
}

const sum = (items: readonly number[]): number => items.reduce((total, item) => total + item, 0);
const NONES: readonly Json[][] = [
  [3, null, 5],
  [null, 2],
  [7, 1, null, 4],
  [9],
  [null, null, 6],
  [2, 8],
  [null, 1, 1],
];

describe('lists of any kind', () => {
  it.each<[string, (input: number[]) => Json]>([
    ['chunks', (list) => [0, 2, 4, 6].filter((at) => at < list.length).map((at) => list.slice(at, at + 2))],
    ['windows', (list) => list.slice(1).map((one, at) => [list[at] ?? 0, one])],
    [
      'what comes with its count',
      (list) => [...new Set(list)].map((one) => [one, list.filter((n) => n === one).length]),
    ],
    ['products of neighbours', (list) => list.slice(1).map((one, at) => one * (list[at] ?? 0))],
    ['the lowest so far', (list) => list.map((_one, at) => Math.min(...list.slice(0, at + 1)))],
    ['what is above the mean', (list) => list.filter((one) => one > sum(list) / list.length)],
    ['signs that alternate', (list) => list.map((one, at) => (at % 2 ? 0 - one : one))],
    [
      'the sorted items, every other one doubled',
      (list) => list.toSorted((a, b) => a - b).map((n, at) => (at % 2 ? n * 2 : n)),
    ],
    ['the second half', (list) => list.slice(Math.floor(list.length / 2))],
  ])('makes of numbers: %s', async (_name, wanted) => {
    expect(await learned(NUMBERS, wanted)).toBe(true);
  });

  it.each<[string, (input: number[][]) => Json]>([
    ['the sum of each', (rows) => rows.map(sum)],
    ['all in one', (rows) => rows.flat()],
    ['each sorted', (rows) => rows.map((row) => [...row].sort((left, right) => left - right))],
    ['the length of the longest', (rows) => Math.max(...rows.map(({ length }) => length))],
  ])('makes of lists of different lengths: %s', async (_name, wanted) => {
    const rows = NUMBERS.map((list, at) => [list, NUMBERS[(at + 3) % 7] ?? [], list.slice(2)]);
    expect(await learned(rows, wanted)).toBe(true);
  });

  it.each<[string, (input: Json[]) => Json]>([
    ['what is there', (list) => list.filter((one) => one !== null)],
    ['the sum of what is there', (list) => sum(list.filter((one): one is number => typeof one === 'number'))],
    ['zero for what is missing', (list) => list.map((one) => one ?? 0)],
  ])('makes of lists with null among the values: %s', async (_name, wanted) => {
    expect(await learned(NONES, wanted)).toBe(true);
  });

  it('takes two items for two items, not for what is cut from sorted ones', async () => {
    const examples = NUMBERS.map((input) => ({ input, output: [Math.min(...input), Math.max(...input)] }));
    const { script } = await searchScript({ examples, budget: { maxEvaluations: 60_000 }, seed: 1, sandbox });
    expect((await sandbox.run(`${script}\ntransform([5])`)).value).toEqual([5, 5]);
  });

  it('gives null for what has no answer', async () => {
    const inputs = [...NUMBERS.slice(0, 5), [], [4, 4], [], [7], [0, 2]].map((list) => list);
    const examples = [...inputs, [1], [6, 3], [9, 9, 1]].map((input) => ({
      input,
      output: input.length < 2 ? null : (input[1] ?? null),
    }));
    const { guess } = await searchScript({ examples, budget: { maxEvaluations: 60_000 }, seed: 1, sandbox });
    expect(guess?.train.rate).toBe(1);
    expect(guess?.script).toContain('None');
  });
});
