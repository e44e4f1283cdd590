import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { RandomStream } from '../../core/index.js';
import { BudgetMeter } from '../../training/internal.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { gridLibrary, library } from '../library/index.js';
import { solve } from '../solve.js';
import { SizeMeter, sizeOf } from './evaluation-size.js';
import { weightOf } from './value-weight.js';

const EVALUATIONS = 20_000;

/** Searches for outputs that have nothing to do with the inputs. @returns characters and items that operators were given */
function searchInVain(inputs: readonly Json[], output: (random: RandomStream) => Json) {
  let read = 0;
  const counting = library.map(
    (entry): LibraryEntry => ({
      ...entry,
      apply: (...values) => {
        for (const value of values) read += weightOf(value);
        return entry.apply(...values);
      },
    }),
  );
  const random = new RandomStream(7, 'outputs');
  const examples = inputs.map((input) => ({ input, output: output(random) }));
  const meter = new BudgetMeter({ budget: { maxEvaluations: EVALUATIONS }, now: () => 0 });
  const steps = solve(
    { variable: 'value', train: examples.slice(1), holdout: examples.slice(0, 1), unlabelled: [], depth: 0 },
    { library: counting, gridLibrary, meter, evaluations: EVALUATIONS },
  );
  while (meter.stopReason() === null && steps.next().done !== true);
  return { read, evaluations: meter.evaluations };
}

function draw<T>(make: (random: RandomStream) => T): T[] {
  const random = new RandomStream(3, 'inputs');
  return Array.from({ length: 6 }, () => make(random));
}

const words = ['alpha', 'Beta', '12', '7.5', '2024-01-03', 'x=1', '(note)', 'Ada,'];
const text = (random: RandomStream, length: number): string => {
  let made = '';
  while (made.length < length) made += `${random.pick(words)} ${random.integer(0, 99)}`;
  return made.slice(0, length);
};
const noise = (random: RandomStream): string => `${text(random, 9)}${random.integer(100, 99_999)}`;

describe('what a search works through', () => {
  it.each<[string, number, (random: RandomStream) => Json, (random: RandomStream) => Json]>([
    ['texts', 2000, (random) => text(random, 2000), noise],
    ['texts, to numbers', 5000, (random) => text(random, 2000), (random) => random.integer(0, 99_999)],
    [
      'lists of numbers',
      4000,
      (random) => Array.from({ length: 2000 }, () => random.integer(-999, 999)),
      (random) => random.integer(0, 99_999),
    ],
    ['records', 2000, (random) => ({ name: text(random, 30), body: text(random, 2000) }), noise],
    ['lists of words', 2000, (random) => text(random, 2000).split(' '), noise],
  ])('is bounded by its evaluations on long %s', (_name, most, input, output) => {
    const { read, evaluations } = searchInVain(draw(input), output);
    expect(evaluations).toBeLessThan(EVALUATIONS * 1.01);
    // A thousand are an evaluation beyond the first; what is computed anew, as it wasn't held, isn't counted.
    expect(read / evaluations).toBeLessThan(most);
  });

  it('counts each candidate once where inputs are small', () => {
    const meter = new BudgetMeter({ budget: { maxEvaluations: 10 }, now: () => 0 });
    const sizes = new SizeMeter(
      draw((random) => text(random, 100)),
      meter,
    );
    meter.spend(1000);
    sizes.spend(50_000);
    sizes.spendAll();
    expect([sizes.isOn, meter.evaluations]).toEqual([false, 1000]);
  });

  it('counts the first candidates once each on large inputs, too', () => {
    const meter = new BudgetMeter({ budget: { maxEvaluations: 300 }, now: () => 0 });
    const sizes = new SizeMeter([text(new RandomStream(1, 'text'), 2000)], meter);
    sizes.spendAll();
    meter.spend(249);
    sizes.spendAll();
    expect(meter.evaluations).toBe(249);
    meter.spend(1);
    sizes.spendAll();
    sizes.spend(999);
    expect(meter.evaluations).toBe(252);
    sizes.spend(1_000_000);
    expect(meter.evaluations).toBe(300);
  });
});

describe('sizeOf', () => {
  it.each<[Parameters<typeof sizeOf>[0], number]>([
    [undefined, 0],
    [7, 0],
    ['abc', 3],
    [[], 0],
    [[1, 2], 10],
    [['abc', ''], 16],
    [[[1, 2], [3]], 30],
  ])('of %j is %i', (value, size) => {
    expect(sizeOf(value)).toBe(size);
  });
});
