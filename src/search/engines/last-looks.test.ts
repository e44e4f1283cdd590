import { describe, expect, it } from 'vitest';
import { BudgetMeter } from '../../training/internal.js';
import type { Value } from '../language/value-type.js';
import type { ChainStep } from './chain-steps.js';
import { lookAtLastSteps } from './last-looks.js';

type Items = readonly number[];

function step(cost: number, of: (items: Items) => number | undefined, takes?: 'input' | 'made'): ChainStep {
  return {
    result: 'integer',
    cost,
    apply: (items) => of(items as Items),
    after: (list) => list,
    ...(takes === undefined ? {} : { takes }),
  };
}

const first = step(1, ([one]) => one);
const size = step(2, ({ length }) => length);
const ofInput = step(1, ({ length }) => length, 'input');
const nothing = step(1, () => undefined);

/** What is found, as the list, the step and the cost; and how much was looked at and spent. */
function look(options: {
  readonly levels: readonly (readonly Items[])[];
  readonly from?: number;
  readonly target: Value;
  readonly limit?: number;
  readonly mostCost?: number;
}): { readonly found: unknown[]; readonly looks: number; readonly spent: number } {
  const { levels, from = 0, target, limit = 100, mostCost = 100 } = options;
  const meter = new BudgetMeter({ budget: { maxEvaluations: 1000 }, now: () => 0 });
  const found: unknown[] = [];
  let looks = 0;
  const steps = lookAtLastSteps<Items>({
    levels,
    steps: new Map([
      [1, [first, ofInput, nothing]],
      [2, [size]],
    ]),
    isInput: (link) => link === levels[0]?.[0],
    from,
    example: 0,
    itemsOf: (link) => (link.includes(-1) ? undefined : link),
    matches: (value) => value === target,
    goesOn: (cost, soFar) => {
      looks = soFar;
      return cost <= mostCost;
    },
    onMatch: (link, { cost }, total) => found.push([link, cost, total]),
    meter,
    limit,
  });
  while (steps.next().done !== true);
  return { found, looks, spent: meter.evaluations };
}

describe('lookAtLastSteps', () => {
  it('finds what gives the output, the cheapest first', () => {
    const { found } = look({ levels: [[[7, 3, 3]], [[3, 5]], [[8, 8, 8]]], target: 3 });
    expect(found).toEqual([
      [[7, 3, 3], 1, 1],
      [[3, 5], 1, 2],
      [[7, 3, 3], 2, 2],
      [[8, 8, 8], 2, 4],
    ]);
  });

  it('starts where it is told to, and stops there', () => {
    const levels = [[[7, 3, 3]], [[3, 5]], [[8, 8, 8]]];
    expect(look({ levels, target: 3, from: 2, mostCost: 3 }).found).toHaveLength(2);
    expect(look({ levels, target: 3, from: 5 }).looks).toBe(0);
  });

  it('passes over lists that have no value on the example', () => {
    expect(look({ levels: [[[-1, 2]]], target: 2 })).toEqual({ found: [], looks: 0, spent: 0 });
  });

  it('spends far less than an evaluation for each, and no more than it may', () => {
    const levels = [Array.from({ length: 1000 }, (_list, index) => [index])];
    const { looks, spent } = look({ levels, target: -5 });
    expect(looks).toBeGreaterThan(20 * spent);
    expect(look({ levels, target: -5, limit: 50 }).spent).toBe(50);
  });
});
