import { describe, expect, it } from 'vitest';
import { leafOperator, type Operator } from '../language/operator.js';
import { Candidate } from './candidate.js';

const leaf = leafOperator({ python: 'value', result: 'integers', cost: 1, read: () => undefined });

function doubling(): { operator: Operator; calls: () => number } {
  let calls = 0;
  const apply: Operator['apply'] = ([items]) => {
    calls++;
    return (items as readonly number[]).map((item) => 2 * item);
  };
  return { operator: { ...leaf, name: 'double', holes: ['integers'], apply }, calls: () => calls };
}

describe('Candidate', () => {
  const values = [[1, 2], [3]];
  const input = new Candidate({ operator: leaf, left: undefined, others: undefined, cost: 1, values });

  it('computes anew what it has forgotten, until it is told to hold it', () => {
    const { operator, calls } = doubling();
    const doubled = new Candidate({
      operator,
      left: input,
      others: undefined,
      cost: 2,
      values: [[2, 4], [6]],
    });
    expect(doubled.values).toEqual([[2, 4], [6]]);
    expect(calls()).toBe(0);
    doubled.forget();
    expect(doubled.values).toEqual([[2, 4], [6]]);
    expect(calls()).toBe(2);
    doubled.hold(doubled.values);
    expect(calls()).toBe(4);
    expect(doubled.values).toEqual([[2, 4], [6]]);
    expect(calls()).toBe(4);
  });

  it('has no value where its argument has none', () => {
    const { operator } = doubling();
    const part = new Candidate({
      operator: leaf,
      left: undefined,
      others: undefined,
      cost: 1,
      values: [[1], undefined as never],
    });
    const doubled = new Candidate({ operator, left: part, others: undefined, cost: 2, values: [] });
    doubled.forget();
    expect(doubled.values).toEqual([[2], undefined]);
  });

  it('keeps what is read from the input, which nothing else could compute', () => {
    input.forget();
    expect(input.values).toBe(values);
    expect(input.isWorthHolding()).toBe(false);
  });

  it('is worth holding from the third time on that it is built upon', () => {
    const { operator } = doubling();
    const doubled = new Candidate({
      operator,
      left: input,
      others: undefined,
      cost: 2,
      values: [[2, 4], [6]],
    });
    expect(doubled.isWorthHolding()).toBe(false);
    doubled.forget();
    const answers = [1, 2, 3].map(() => doubled.isWorthHolding());
    expect(answers).toEqual([false, false, true]);
    doubled.hold(doubled.values);
    expect(doubled.isWorthHolding()).toBe(false);
  });

  it('keeps its cost and what it reads apart from how often it is built upon', () => {
    const { operator } = doubling();
    const doubled = new Candidate({ operator, left: input, others: undefined, cost: 19, values: [] });
    doubled.forget();
    for (let use = 0; use < 100; use++) doubled.isWorthHolding();
    expect([doubled.cost, doubled.readsInput, doubled.isWorthHolding()]).toEqual([19, true, true]);
  });
});
