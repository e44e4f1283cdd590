import { describe, expect, it } from 'vitest';
import { leafExpression } from '../language/expression.js';
import { leafOperator } from '../language/operator.js';
import { inOtherUnit, significant } from './unit-conversions.js';

const inches = leafOperator({ python: 'inches', result: 'number', cost: 1, read: () => undefined });

/** How numbers are written that inches were converted to. */
const waysOf = (values: readonly number[], outputs: readonly string[]): readonly string[] =>
  inOtherUnit(leafExpression(inches, values), outputs).flatMap(({ pieces }) =>
    pieces.map(({ operator, args: [converted] }) => `${operator.name} of ${converted?.operator.name}`),
  );

describe('inOtherUnit', () => {
  it('finds a unit by three digits', () => {
    expect(waysOf([10, 4, 1], ['25.4', '10.2', '2.54'])).toEqual(['significant(3) of convert(*2.54)']);
    expect(waysOf([5, 10.1], ['12.700', '25.654'])).toEqual(['fixed_point(3) of convert(*2.54)']);
  });

  it('finds none by fewer, which fit by luck', () => {
    expect(waysOf([3, 10, 1], ['7.6', '25', '2.5'])).toEqual([]);
    expect(waysOf([5, 10.1], ['12.70', '25.65'])).toEqual([]);
  });
});

describe('significant', () => {
  it.each([
    [122.5, 3],
    [-0.0625, 2],
    [123_456.5, 6],
    [-0, 6],
  ])('leaves %s to %i digits to Python', (value, digits) => {
    expect(significant(digits).apply([value])).toBeUndefined();
  });

  it('cuts off what only looks like a half', () => {
    expect(significant(3).apply([0.1255])).toBe('0.126');
    expect(significant(3).apply([1.005])).toBe('1');
  });
});
