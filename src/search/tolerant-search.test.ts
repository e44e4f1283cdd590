import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import type { InputOutput, TrainingResult } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const train = (examples: readonly InputOutput[], tolerance: number): Promise<TrainingResult> =>
  searchScript({ examples, tolerance, budget: { maxEvaluations: 60_000 }, seed: 0, sandbox });

const lists = [
  [3, 1],
  [5, 2, 8],
  [9],
  [4, 4, 1, 7],
  [6, 0, 2],
  [8, 8],
  [1, 2, 3],
  [7, 5, 5, 0],
  [2, 9, 4],
  [0, 6],
];
const sums: readonly InputOutput[] = lists.map((input) => ({
  input,
  output: input.reduce((sum, item) => sum + item, 0),
}));
const spoiled: readonly InputOutput[] = sums.map((example, index) =>
  index === 4 ? { ...example, output: 77 } : example,
);

it('does all but one example where one may be wrong, and names it', async () => {
  const result = await train(spoiled, 1);
  expect(result).toMatchObject({ solved: true, suspects: [{ input: [6, 0, 2], output: 77 }] });
  expect(result.script).toContain('sum(values)');
  expect(result.evaluations).toBeLessThanOrEqual(60_000);
});

it('takes examples that contradict each other, one of which is wrong', async () => {
  const result = await train([...sums, { input: [9], output: 5 }], 1);
  expect(result).toMatchObject({ solved: true, suspects: [{ input: [9], output: 5 }] });
  await expect(train([...sums, { input: [9], output: 5 }], 0)).rejects.toThrowError(/Examples 3 and 11/);
});

it('suspects nothing where everything fits, and nothing without a tolerance', async () => {
  const clean = await train(sums, 1);
  expect(clean.solved).toBe(true);
  expect(clean).not.toHaveProperty('suspects');
  const strict = await train(spoiled, 0);
  expect(strict.script ?? '').not.toContain('return sum(value)\n');
  expect(strict).not.toHaveProperty('suspects');
});

it('finds the wrong one among texts that are put together from pieces', async () => {
  const names = [
    'Ada Lovelace',
    'Alan Turing',
    'Grace Hopper',
    'Ken Thompson',
    'Barbara Liskov',
    'Tim Lee',
    'Ed Codd',
  ];
  const examples = names.map((input, index): InputOutput => {
    const [first = '', last = ''] = input.split(' ');
    return { input, output: index === 1 ? 'nobody' : `${last}, ${first[0]}.` };
  });
  expect(await train(examples, 1)).toMatchObject({ solved: true, suspects: [{ input: 'Alan Turing' }] });
});

it('says so where there are too few examples for a tolerance', async () => {
  const few = await train(sums.slice(0, 3), 2);
  expect(few.advice).toContain('A tolerance of 2 needs 8 examples; of 3, none may be wrong.');
  const some = await train(sums.slice(0, 6), 2);
  expect(some.advice).toContain('A tolerance of 2 needs 8 examples; of 6, only 1 may be wrong.');
  expect((await train(sums.slice(0, 6), 1)).advice.join()).not.toContain('tolerance');
});

it('refuses a tolerance that is no number of examples', async () => {
  await expect(train(sums, 0.5)).rejects.toMatchObject({ code: 'training/invalid_tolerance' });
  await expect(train(sums, -1)).rejects.toMatchObject({ code: 'training/invalid_tolerance' });
});
