import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import type { InputOutput } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);
const letters = 'abcdefgh'.split('');

/** Examples that a search must survive: each ends within its evaluations, with a result. */
const hostile: readonly (readonly [string, readonly InputOutput[]])[] = [
  [
    'texts of 200,000 characters',
    letters.map((letter) => ({ input: letter.repeat(200_000), output: letter })),
  ],
  [
    'lists of 20,000 numbers',
    letters.map((_letter, index) => ({
      input: Array.from({ length: 20_000 }, (_item, place) => place * index),
      output: index,
    })),
  ],
  [
    'numbers near 2^53',
    letters.map((_letter, index) => ({ input: Number.MAX_SAFE_INTEGER - index, output: index })),
  ],
  [
    'tiny and huge fractions',
    letters.map((_letter, index) => ({
      input: index % 2 === 0 ? 5e-324 * (index + 1) : 1.5e308 - index * 1e300,
      output: index * 3,
    })),
  ],
  ['minus zero', [-0, 0, 1, 2].map((input, index) => ({ input: [input, index], output: index }))],
  [
    'inputs of many types',
    [1, 'a', null, true, [1], { a: 1 }, 2.5, []].map((input, index) => ({ input, output: index })),
  ],
  [
    'outputs of many types',
    letters.map((input, index) => ({
      input,
      output: [1, 'a', null, true, [1], { a: 1 }, 2.5, []][index] ?? null,
    })),
  ],
  ['nesting of 20 levels', letters.map((_letter, index) => ({ input: [nested(20), index], output: index }))],
  [
    'empty everything',
    [
      ['', ''],
      [[], []],
      [{}, {}],
      [[[]], [[]]],
    ].map(([input, output]) => ({ input, output }) as InputOutput),
  ],
  [
    'ragged grids',
    [
      [[1], [1, 2]],
      [[1, 2], [3]],
      [[5], []],
      [[1], [2], [3, 4]],
    ].map((input) => ({ input, output: input.length })),
  ],
  [
    'names that JavaScript uses',
    letters.map((letter) => ({
      input: { constructor: letter, toString: 'x', length: '3' },
      output: letter.toUpperCase(),
    })),
  ],
  ['lone surrogates', letters.map((letter) => ({ input: `${letter}\ud800`, output: `\ud800${letter}` }))],
  ['a single example', [{ input: 'x', output: 'y' }]],
  ['no examples', []],
];

it.each(hostile)('survives %s', { timeout: 60_000 }, async (_name, examples) => {
  const result = await searchScript({
    examples,
    budget: { maxEvaluations: 3000, seconds: 20 },
    seed: 0,
    sandbox,
  });
  expect(result.evaluations).toBeLessThan(4000);
  expect(result.solved).toBe(result.script !== null);
  expect(['found', 'abstained', 'exhausted', 'evaluations', 'unsupported']).toContain(result.stopReason);
});

it('is not fooled by a seed script that prints, sleeps in loops or changes its argument', async () => {
  const examples: InputOutput[] = [
    [3, 1],
    [2, 9],
    [5, 5],
    [7, 0],
    [1, 4],
  ].map((input) => ({ input, output: [...input].sort((a, b) => a - b) }));
  const seedScript = 'def transform(value):\n    print("passed")\n    value.sort()\n    return value';
  const result = await searchScript({
    examples,
    seedScript,
    budget: { maxEvaluations: 1000 },
    seed: 0,
    sandbox,
  });
  expect(result).toMatchObject({ solved: true, foundBy: 'seed' });
});

it('refuses inputs that the sandbox cannot hold, with a typed error', async () => {
  const examples = letters.map(
    (_letter, index): InputOutput => ({ input: [nested(100), index], output: index }),
  );
  const call = searchScript({ examples, budget: { maxEvaluations: 1000 }, seed: 0, sandbox });
  await expect(call).rejects.toMatchObject({ code: 'sandbox/invalid_value' });
});
