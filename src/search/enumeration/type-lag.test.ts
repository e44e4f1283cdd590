import { describe, expect, it } from 'vitest';
import type { ValueType } from '../language/value-type.js';
import { library } from '../library/index.js';
import { mineConstants } from '../vocabulary/mine-constants.js';
import { buildOperators } from '../vocabulary/operators.js';
import { typeLags } from './type-lag.js';

const problem = {
  variable: 'value',
  train: [{ input: [1], output: 1 }],
  holdout: [],
  unlabelled: [],
  depth: 0,
};
const operators = buildOperators(library, mineConstants(problem), []);

describe('typeLags', () => {
  it.each<[ValueType, ValueType, number]>([
    ['integer', 'integer', 0],
    ['integer', 'integers', 1],
    ['integers', 'integers', 0],
    ['integers', 'integer', 1],
    ['text', 'texts', 1],
    ['number', 'integer', 0],
  ])('for the output %s, %s waits %i levels', (target, type, levels) => {
    expect(typeLags(operators, target).get(type)).toBe(levels);
  });

  it('never says more than a candidate of the type costs on its way to the output', () => {
    const lags = typeLags(operators, 'integers');
    for (const { holes, result, cost } of operators) {
      for (const hole of holes) {
        expect(lags.get(hole) ?? 0).toBeLessThanOrEqual((lags.get(result) ?? 0) + cost + holes.length - 1);
      }
    }
  });
});
