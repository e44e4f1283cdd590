import { describe, expect, it } from 'vitest';
import { type Expression, evaluateExpression } from '../language/expression.js';
import { leafOperator } from '../language/operator.js';
import { library } from '../library/index.js';
import { twoWaySteps } from './two-way-steps.js';

type Items = readonly number[];

const leaf = leafOperator({
  python: 'value',
  result: 'integers',
  cost: 1,
  read: (input) => input as Items,
});
const input: Expression = {
  operator: leaf,
  args: [],
  type: 'integers',
  cost: 1,
  readsInput: true,
  values: [],
};

function given(list: Items, hasNegatives: boolean): string[] {
  return twoWaySteps(library, hasNegatives).map((step) => {
    const made = step.apply(list, 0);
    expect(evaluateExpression(step.after(input), list)).toEqual(made);
    return JSON.stringify(made);
  });
}

describe('twoWaySteps', () => {
  it('changes the even or the odd ones, and leaves the others', () => {
    const made = given([4, 9, 6, 1], false);
    expect(made).toContain('[2,9,3,1]');
    expect(made).toContain('[4,-9,6,-1]');
    expect(made).toContain('[0,9,0,1]');
    expect(made).toContain('[4,18,6,2]');
  });

  it('goes by the sign where there are numbers below zero', () => {
    expect(given([4, -9, 0], true)).toContain('[4,-18,0]');
    expect(given([4, -9, 0], true)).toContain('[3,-9,0]');
    expect(twoWaySteps(library, true).length).toBeGreaterThan(twoWaySteps(library, false).length);
  });

  it('makes none without the operators', () => {
    expect(twoWaySteps([], true)).toEqual([]);
  });
});
