import { applied, type Expression } from '../language/expression.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { constantOperator, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { buildOperators } from '../vocabulary/operators.js';

type Items = readonly number[];

/** Numbers up to this one are tried as thresholds anyway. */
const MOST_TRIED = 9;
/** Dearest list that is filtered so: what is put into a list may pin down any number. */
const MOST_LIST_COST = 6;
/** What a number that the examples pin down adds to the cost of a comparison. */
const NUMBER_COST = 1;

/**
 * Outputs that are what a list has above or below a number. Which number follows from what is kept and what isn't; it's taken
 * where no other whole number would do, so that nothing is guessed.
 */
export class PinnedFilters {
  readonly #targets: readonly Items[];
  readonly #comparisons: readonly LibraryEntry[];
  readonly #known: readonly Operator[];
  readonly #operators = new Map<string, Operator | undefined>();

  /** @param targets - lists of whole numbers, one for each example. */
  constructor(targets: readonly Items[], library: readonly LibraryEntry[], operators: readonly Operator[]) {
    this.#targets = targets;
    this.#comparisons = library.filter(({ name }) => name === 'more' || name === 'less');
    this.#known = operators;
  }

  /** The outputs from a candidate that is a list of whole numbers; null where no threshold gives them, or several do. */
  of(list: Expression): Expression | null {
    if (list.cost > MOST_LIST_COST) return null;
    let [fewestKept, mostKept] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [fewestDropped, mostDropped] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [index, target] of this.#targets.entries()) {
      const items = list.values[index] as Items;
      let place = 0;
      for (const item of items) {
        if (place < target.length && item === target[place]) {
          place++;
          fewestKept = Math.min(fewestKept, item);
          mostKept = Math.max(mostKept, item);
        } else {
          fewestDropped = Math.min(fewestDropped, item);
          mostDropped = Math.max(mostDropped, item);
        }
      }
      const isSplit = mostDropped < fewestKept || mostKept < fewestDropped;
      if (place < target.length || !isSplit) return null;
    }
    const isAbove = fewestKept === mostDropped + 1;
    if (!isAbove && mostKept !== fewestDropped - 1) return null;
    const threshold = isAbove ? mostDropped : fewestDropped;
    if (threshold >= 0 && threshold <= MOST_TRIED) return null;
    const operator = this.#filter(isAbove ? 'more' : 'less', threshold);
    return operator === undefined ? null : applied(operator, [list]);
  }

  #filter(comparison: string, threshold: number): Operator | undefined {
    const name = `filter ${comparison}()[${threshold}]`;
    const like = this.#known.find((operator) => operator.name.startsWith(`filter ${comparison}()[`));
    if (like !== undefined && !this.#operators.has(name)) {
      const number = constantOperator(threshold, 'integer', 1);
      const made = buildOperators(this.#comparisons, NO_CONSTANTS, [number]).find((one) => one.name === name);
      this.#operators.set(name, made === undefined ? undefined : { ...made, cost: like.cost + NUMBER_COST });
    }
    return this.#operators.get(name);
  }
}
