import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { evaluateScript, type InputOutput, makeExamples } from '../../training/index.js';
import { Engines, lacksBoth } from '../python-engines.fixture.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { roundedTo } from './without-noise.js';

const withSandbox = await needs('sandbox');

const search = async (rows: readonly (readonly [count: number, price: number, amount: number])[]) => {
  await using sandbox = await openSearchSandbox();
  const examples: InputOutput[] = rows.map(([count, price, output]) => ({ input: { count, price }, output }));
  const { script } = await searchScript({ examples, budget: { maxEvaluations: 20_000 }, seed: 0, sandbox });
  const near = makeExamples([{ input: { count: 3, price: 1.1 }, output: 3.3 }]);
  return { script, outcomes: await evaluateScript({ script: script ?? '', examples: near, sandbox }) };
};

withSandbox.describe('the noise of floats', () => {
  it('is rounded off though no example shows it', async () => {
    const { script, outcomes } = await search([
      [21, 11.67, 245.07],
      [26, 55.08, 1432.08],
      [10, 52.95, 529.5],
      [7, 59.64, 417.48],
      [4, 81.58, 326.32],
      [28, 24.31, 680.68],
    ]);
    expect(script).toContain('return round(');
    expect(outcomes).toMatchObject([{ reward: 1 }]);
  });

  it('stays where the examples want it, or all digits', async () => {
    const noisy = await search([
      [3, 1.1, 3.3000000000000003],
      [6, 0.1, 0.6000000000000001],
      [10, 52.95, 529.5],
      [4, 81.58, 326.32],
    ]);
    expect(noisy.script).not.toContain('round(');
    const ratio = await search([
      [3, 1.5, 2],
      [6, 1.5, 4],
      [10, 2.5, 4],
      [7, 0.5, 14],
    ]);
    expect(ratio.script).not.toContain('round(');
  });
});

unless(lacksBoth).describe('rounding it off is the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it.each([1, 2, 4])('to %i digits', async (digits) => {
    const cents = fc.integer({ min: -99_999, max: 99_999 });
    const products = fc.sample(
      fc.tuple(fc.integer({ min: 1, max: 99 }), cents).map(([n, m]) => n * (m / 10 ** digits)),
      { numRuns: 300, seed: digits },
    );
    const answers = await engines.call(
      `def f(x):\n    return ${roundedTo(digits).render([{ text: 'x', binding: 10 }]).text}`,
      ['f'],
      [products.map((product) => [product])],
    );
    expect(answers).toHaveLength(products.length);
    for (const [index, product] of products.entries()) {
      const native = roundedTo(digits).apply([product]);
      expect(native).toBeDefined();
      for (const [, value] of answers[index] ?? []) expect(Number(value) + 0).toBe(Number(native) + 0);
    }
  });

  it('has no value for what needs more digits', () => {
    expect(roundedTo(2).apply([0.125])).toBeUndefined();
    expect(roundedTo(2).apply([1 / 3])).toBeUndefined();
  });
});
