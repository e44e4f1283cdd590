import { afterAll, beforeAll, expect } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { lexicase } from './lexicase.js';
import { editScript } from './script-edit.js';
import { constantsOf, scriptEdits } from './script-edits.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const NUMBERS: readonly Json[] = [[4, 8, 15, 16], [23, 42, 1], [7, 7], [3], [30, 2, 9, 9, 12], [0, 5, 40]];
const run = (seedScript: string, wanted: (input: number[]) => Json, inputs = NUMBERS) =>
  searchScript({
    examples: inputs.map((input) => ({ input, output: wanted(input as number[]) })),
    seedScript,
    budget: { maxEvaluations: 1500 },
    seed: 3,
    sandbox,
  });
const sum = (items: readonly number[]): number => items.reduce((total, item) => total + item, 0);
// Nothing that the search without a seed would find within its budget.
const weighted =
  (from: number, over: number) =>
  (items: number[]): number =>
    items.reduce((total, item, place) => total + (item > over ? item * (place + from) : 1), 0);
const loop = (from: string, over: string, start = '0'): string => `def transform(value):
    total = ${start}
    for place, item in enumerate(value):
        if item ${over}:
            total += item * (place + ${from})
        else:
            total += 1
    return total
`;

describe('a seed script that is nearly right', () => {
  it.each([
    ['a wrong constant', loop('3', '> 8')],
    ['a wrong comparison', loop('2', '< 8')],
    ['a wrong start', loop('2', '> 8', '1')],
    ['two mistakes', loop('1', '>= 8')],
  ])('is mended: %s', async (_mistake, seed) => {
    const result = await run(seed, weighted(2, 8));
    expect(result).toMatchObject({ foundBy: 'repair', solved: true, confidence: 'medium' });
    expect(result.script).toContain('enumerate(value)');
    expect(result.reasons[0]).toMatch(/of the seed script, which failed \d of 6 examples/);
    expect((await run(seed, weighted(2, 8))).script).toBe(result.script);
  });

  it.each([
    ['a missing step', 'def transform(value):\n    return [n % 7 for n in value if n > 3]\n'],
    [
      'a return in the loop',
      'def transform(value):\n    out = []\n    for n in value:\n        if n > 3:\n            out.append(n % 7)\n        return sorted(out)\n',
    ],
  ])('is mended: %s', async (_mistake, seed) => {
    const wanted = (items: number[]): Json =>
      items
        .filter((n) => n > 3)
        .map((n) => n % 7)
        .sort((a, b) => a - b);
    const result = await run(seed, wanted);
    expect(result.train.rate).toBe(1);
    expect(result.holdout.rate).toBe(1);
  });

  it('is not mended on the evidence of a single example', async () => {
    const result = await run(
      'def transform(value):\n    return sum(value) if value != [7, 7] else 0\n',
      (items) => (items.length === 2 ? sum(items) * 13 + 5 : sum(items)),
      NUMBERS.slice(0, 4),
    );
    expect(result.script === null || result.foundBy !== 'repair').toBe(true);
  });

  it.each([
    ['no Python', 'def transform(value:'],
    ['endless', 'def transform(value):\n    while True:\n        pass\n'],
    ['empty', ''],
  ])('is left alone: %s', async (_kind, seed) => {
    await using limited = await openSearchSandbox({ timeoutSeconds: 0.5 });
    const result = await searchScript({
      examples: NUMBERS.map((input) => ({ input, output: sum(input as number[]) })),
      seedScript: seed,
      budget: { maxEvaluations: 300 },
      seed: 0,
      sandbox: limited,
    });
    expect(result.script).toContain('return sum(values)');
  });
});

describe('scriptEdits', () => {
  it('changes one place, in reach of the mistake, and never what is outside of functions', () => {
    const script = 'LIMIT = 5\ndef transform(value):\n    return value[1] <= len(value)\n';
    const edited = scriptEdits(script, constantsOf(['a-b'])).map((edit) => editScript(script, edit));
    expect(edited).toContain(script.replace('<=', '<'));
    expect(edited).toContain(script.replace('[1]', '[0]'));
    expect(edited).toContain(script.replace('len(value)', '(value)'));
    expect(edited.every((one) => one.startsWith('LIMIT = 5\n'))).toBe(true);
    expect(edited).not.toContain(script);
  });
});

describe('lexicase', () => {
  const items = [
    { name: 'one', scores: [1, 0, 0] },
    { name: 'both', scores: [1, 1, 0] },
    { name: 'other', scores: [0, 0, 1] },
  ];

  it('chooses what is best on some case, and never what another one is better than everywhere', () => {
    const random = new RandomStream(1, 'test');
    const chosen = new Set(Array.from({ length: 60 }, () => lexicase(items, random).name));
    expect([...chosen].sort()).toEqual(['both', 'other']);
  });
});
