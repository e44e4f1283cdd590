import { describe, expect, it } from 'vitest';
import { leafOperator, type Operator } from '../language/operator.js';
import { Candidate } from './candidate.js';
import { CandidateLevel } from './candidate-level.js';

const leaf = leafOperator({ python: 'value', result: 'integer', cost: 1, read: () => undefined });
const input = new Candidate({ operator: leaf, left: undefined, others: undefined, cost: 1, values: [1, 2] });
const next: Operator = {
  ...leaf,
  name: 'next',
  holes: ['integer'],
  apply: ([number]) => (number as number) + 1,
};
const sum: Operator = {
  ...next,
  name: 'sum',
  holes: ['integer', 'integer'],
  apply: ([left, right]) => (left as number) + (right as number),
};

/** A candidate that keeps no values. */
function forgetful(operator: Operator, others?: Candidate | readonly Candidate[]): Candidate {
  return new Candidate({ operator, left: input, others, cost: 3, values: null });
}

describe('CandidateLevel', () => {
  it('gives what was added, in that order, whether it keeps its values or not', () => {
    const level = new CandidateLevel(3);
    expect(level.isEmpty).toBe(true);
    const kept = new Candidate({ operator: next, left: input, others: undefined, cost: 3, values: [2, 3] });
    for (const candidate of [forgetful(sum, input), kept, forgetful(next), forgetful(sum, [input])])
      level.add(candidate);
    expect(level.isEmpty).toBe(false);
    for (const all of [[...level.each()], level.all()]) {
      expect(all.map(({ operator }) => operator)).toEqual([sum, next, next, sum]);
      expect(all.map(({ args }) => args.length)).toEqual([2, 1, 1, 2]);
      expect(all.map(({ values }) => values)).toEqual([
        [2, 4],
        [2, 3],
        [2, 3],
        [2, 4],
      ]);
      expect(all.map(({ cost }) => cost)).toEqual([3, 3, 3, 3]);
      expect(all[1]).toBe(kept);
    }
  });

  it('gives the same objects each time that it is read, and what was added since behind them', () => {
    const level = new CandidateLevel(3);
    level.add(forgetful(next));
    const [first] = level.all();
    level.add(forgetful(sum, input));
    expect(level.all()[0]).toBe(first);
    expect([...level.each()][0]).toBe(first);
    expect(level.all()).toHaveLength(2);
  });

  it('keeps thousands apart', () => {
    const level = new CandidateLevel(3);
    const operators = Array.from({ length: 10_000 }, (_item, index) => ({ ...next, name: `${index}` }));
    for (const operator of operators) level.add(forgetful(operator));
    expect([...level.each()].map(({ operator }) => operator)).toEqual(operators);
    expect(level.all().map(({ operator }) => operator)).toEqual(operators);
  });
});
