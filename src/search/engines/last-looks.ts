import type { BudgetMeter } from '../../training/internal.js';
import type { Value } from '../language/value-type.js';
import type { Search } from '../solve-context.js';
import type { ChainStep } from './chain-steps.js';

/** Looks that are counted as one evaluation: each computes one value, and keeps nothing. */
const LOOKS_PER_EVALUATION = 24;
/** Looks between two chances for the caller to look at the clock. */
const LOOKS_PER_PAUSE = 24_000;

/**
 * One more step on each list that chains have made, the cheapest first, looked at on a single example: nearly all fail there, and one
 * value costs a small part of what a whole candidate does. So programs are found that are a step longer than what is
 * enumerated. Yields to the caller now and then; calls `onMatch` with what gives the example's output.
 *
 * @param levels - lists by cost
 * @param itemsOf - a list's items on the example
 * @param goesOn - asked before each cost, with how many were looked at so far
 */
export function* lookAtLastSteps<T>(options: {
  readonly levels: readonly (readonly T[])[];
  readonly steps: ReadonlyMap<number, readonly ChainStep[]>;
  /** Whether a list is one of the input's own. */
  readonly isInput: (link: T) => boolean;
  readonly from: number;
  readonly example: number;
  readonly matches: (value: Value) => boolean;
  readonly itemsOf: (link: T) => Value | undefined;
  readonly goesOn: (cost: number, looks: number) => boolean;
  readonly onMatch: (link: T, step: ChainStep, cost: number) => void;
  readonly meter: BudgetMeter;
  readonly limit: number;
}): Search<void> {
  const { levels, steps, example, meter, limit } = options;
  const dearest = Math.max(0, ...steps.keys());
  let looks = 0;
  for (let cost = options.from; cost < levels.length + dearest && options.goesOn(cost, looks); cost++) {
    for (const [stepCost, all] of steps) {
      for (const link of levels[cost - stepCost] ?? []) {
        const items = options.itemsOf(link);
        if (items === undefined) continue;
        const other = options.isInput(link) ? 'made' : 'input';
        for (const step of all) {
          if (step.takes === other) continue;
          if (++looks % LOOKS_PER_EVALUATION === 0) {
            if (meter.evaluations >= limit) return;
            meter.spend(1);
            if (looks % LOOKS_PER_PAUSE === 0) yield;
          }
          const value = step.apply(items, example);
          if (value !== undefined && options.matches(value)) options.onMatch(link, step, cost);
        }
      }
    }
  }
}
