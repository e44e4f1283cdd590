import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { halfUp } from './half-up.js';

const withSandbox = await needs('sandbox');

describe('halfUp', () => {
  const operatorsOf = (outputs: readonly (number | string)[]): readonly string[] =>
    halfUp({
      variable: 'number',
      train: outputs.map((output, input) => ({ input, output })),
      holdout: [],
      unlabelled: [],
      depth: 0,
    }).map(({ render }) => render([{ text: 'number', binding: 10 }]).text);

  it('rounds to as many places as the outputs have', () => {
    expect(operatorsOf([1.5, 2, 3.25])).toEqual(['math.floor(number * 100 + 0.5 + 1e-9) / 100']);
    expect(operatorsOf([0.1])).toEqual(['math.floor(number * 10 + 0.5 + 1e-9) / 10']);
  });

  it.each([
    ['whole numbers', [1, 2]],
    ['texts', ['1.5', '2.5']],
    ['more places than people round to', [0.123456]],
  ])('is not offered for %s', (_name, outputs) => {
    expect(operatorsOf(outputs)).toEqual([]);
  });

  withSandbox.describe('in a search', () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSearchSandbox();
    });
    afterAll(() => sandbox.close());
    const search = (pairs: readonly (readonly [number, number])[]): Promise<TrainingResult> =>
      searchScript({
        examples: pairs.map(([input, output]) => ({ input, output })),
        budget: { maxEvaluations: 30_000 },
        seed: 0,
        sandbox,
      });
    const plain = [
      [213, 342.72],
      [680, 1094.12],
      [246, 395.81],
      [119, 191.47],
      [51, 82.06],
      [849, 1366.04],
      [732, 1177.79],
      [864, 1390.18],
      [174, 279.97],
      [579, 931.61],
    ] as const;

    it('is what halves that go up ask for', async () => {
      const { script } = await search([...plain, [245, 394.21], [5, 8.05], [95, 152.86]]);
      expect(script).toContain('math.floor(number * 1.609 * 100 + 0.5 + 1e-9) / 100');
    });

    it('is left alone where no example is halfway', async () => {
      const { script, question } = await search(plain);
      expect(script).toContain('{number * 1.609:.2f}');
      expect(String(question?.input)).toMatch(/5$/);
    });
  });
});
