import { afterAll, beforeAll, expect } from 'vitest';
import { RandomStream } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

interface Order {
  readonly [key: string]: string | number | boolean;
  readonly price: number;
  readonly status: string;
  readonly gift: boolean;
}
const random = new RandomStream(0, 'orders');
const orders = (): Order[] =>
  Array.from({ length: random.integer(2, 5) }, () => ({
    price: random.integer(1, 60),
    status: random.pick(['paid', 'open', 'void']),
    gift: random.chance(0.5),
  }));
const inputs = Array.from({ length: 18 }, orders);
const prices = (input: readonly Order[]): number[] => input.map(({ price }) => price);

it.each<[string, (input: readonly Order[]) => number | number[]]>([
  ['a sum', (input) => prices(input).reduce((sum, price) => sum + price, 0)],
  [
    'a sum where another column is a word',
    (input) => prices(input.filter(({ status }) => status === 'paid')).reduce((sum, price) => sum + price, 0),
  ],
  ['a list where another column is true', (input) => prices(input.filter(({ gift }) => gift))],
])('folds one column of a list of records: %s', async (_name, rule) => {
  const pairs = inputs.map((input) => ({ input, output: rule(input) }));
  const { script } = await searchScript({
    examples: pairs.slice(0, 8),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  const outcomes = await evaluateScript({
    script: script ?? '',
    examples: makeExamples(pairs.slice(8)),
    sandbox,
  });
  expect(outcomes.map(({ feedback }) => feedback)).toEqual(outcomes.map(() => null));
});
