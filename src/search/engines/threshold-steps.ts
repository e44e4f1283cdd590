import { applied } from '../language/expression.js';
import type { LibraryEntry } from '../language/library-entry.js';
import type { Operator } from '../language/operator.js';
import { keepWhere } from '../vocabulary/list-loops.js';
import { withNumber } from '../vocabulary/operators.js';
import type { ChainStep } from './chain-steps.js';

type Items = readonly number[];

/** Thresholds below it are steps anyway, wherever in a chain. */
const LEAST = 11;
/** What such a filter costs as a step, without and with its number being round. */
const COST = { round: 9, other: 10 } as const;
/** Most numbers between two items that are weighed against each other. */
const MOST_ALIKE = 5;
/** Most numbers that thresholds are looked for between. */
const MOST_ITEMS = 60;

/**
 * The items of the input above or below a number of two digits or more, as the first step of a chain. Between two neighbours
 * of the examples' items all thresholds do the same, so each gap is tried once, at its roundest number.
 */
export function thresholdSteps(
  lists: readonly Items[],
  library: readonly LibraryEntry[],
): readonly ChainStep[] {
  const entry = (name: string): LibraryEntry | undefined => library.find((one) => one.name === name);
  const [more, less] = [entry('more'), entry('less')];
  const items = [...new Set(lists.flat())].sort((left, right) => left - right);
  if (more === undefined || less === undefined || items.length > MOST_ITEMS) return [];
  return items.slice(1).flatMap((high, index) => {
    const low = items[index] ?? high;
    return [keepingSteps(more, low, high - 1), keepingSteps(less, low + 1, high)].flatMap(
      ([step, ...alike]) => (step === undefined ? [] : [{ ...step, alike }]),
    );
  });
}

/** Filters by the numbers from one to another, the likeliest first. */
function keepingSteps(entry: LibraryEntry, from: number, to: number): readonly ChainStep[] {
  const least = Math.max(from, LEAST);
  return Array.from(
    { length: Math.max(0, Math.min(to - least, 1000) + 1) },
    (_number, index) => least + index,
  )
    .sort((left, right) => roundness(right) - roundness(left) || left - right)
    .slice(0, MOST_ALIKE)
    .map((number) => {
      const cost = roundness(number) > 0 ? COST.round : COST.other;
      return stepOf(keepWhere(withNumber(entry, number), cost));
    });
}

function stepOf(operator: Operator): ChainStep {
  return {
    result: 'integers',
    cost: operator.cost,
    takes: 'input',
    apply: (items) => operator.apply([items]),
    after: (list) => ({ ...applied(operator, [list]), type: 'integers' }),
  };
}

function roundness(number: number): number {
  return number % 10 === 0 ? 2 : number % 5 === 0 ? 1 : 0;
}
