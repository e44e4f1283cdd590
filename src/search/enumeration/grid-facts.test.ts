import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression } from '../language/expression.js';
import { instantiate, leafOperator, type Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';
import { pool, values } from '../library/arguments.fixture.js';
import { gridLibrary } from '../library/index.js';
import { GridFacts } from './grid-facts.js';

const operators = gridLibrary.flatMap((entry) => instantiate(entry, pool));
const rows = fc.sample(fc.array(values.grid, { minLength: 2, maxLength: 2 }), { numRuns: 120, seed: 5 });

function candidate(row: readonly Value[]): Expression {
  const operator = leafOperator({ python: 'value', result: 'grid', cost: 1, read: () => undefined });
  return { operator, args: [], type: 'grid', cost: 1, readsInput: true, values: row };
}

function applied(operator: Operator, args: readonly (readonly Value[])[]): readonly (Value | undefined)[] {
  return (args[0] ?? []).map((_value, index) => operator.apply(args.map((row) => row[index] ?? null)));
}

describe('GridFacts', () => {
  it('rules out only pairs of grids that an operator has no value for', () => {
    const facts = new GridFacts(2);
    const some = rows.slice(0, 40).map(candidate);
    let [out, others] = [0, 0];
    for (const operator of operators.filter(({ alike }) => alike !== undefined)) {
      for (const left of some) {
        for (const right of some) {
          const isOut = facts.misfit(operator, left, right);
          const hasAll = !applied(operator, [left.values, right.values]).includes(undefined);
          if (isOut) out++;
          else others++;
          if (isOut) expect(hasAll, operator.name).toBe(false);
        }
      }
    }
    expect(Math.min(out, others)).toBeGreaterThan(100);
  });

  it('calls idle only what leaves a grid as it is', () => {
    const facts = new GridFacts(2);
    let [idle, others] = [0, 0];
    for (const operator of operators.filter(({ idleWithout }) => idleWithout !== undefined)) {
      for (const grid of rows.map(candidate)) {
        if (!facts.isIdle(operator, grid)) {
          others++;
          continue;
        }
        const after = applied(operator, [grid.values]);
        if (!after.includes(undefined)) idle++;
        for (const [index, value] of after.entries())
          expect([undefined, grid.values[index]]).toContainEqual(value);
      }
    }
    expect(Math.min(idle, others)).toBeGreaterThan(20);
  });

  it('takes a grid with colours beyond the usual ones for one that holds them all', () => {
    const recolour = operators.find(({ name }) => name === 'recolour(1, 2)') as Operator;
    const isIdle = (grid: Value): boolean => new GridFacts(1).isIdle(recolour, candidate([grid]));
    expect(isIdle([[0, 3]])).toBe(true);
    expect(isIdle([[0, 1]])).toBe(false);
    expect(isIdle([[0, 1000]])).toBe(false);
    expect(isIdle([[0, -1]])).toBe(false);
  });
});
