import type { BudgetMeter } from '../../training/internal.js';
import type { Value } from '../language/value-type.js';
import { weightOf } from './value-weight.js';

/** Characters that a candidate on large inputs reads and makes in one evaluation: about the time of one on small inputs. */
const SIZE_OF_AN_EVALUATION = 1000;
/** Characters, items and cells of one input, or of all together, from which on inputs are large. */
const LARGE = { one: 1000, all: 5000 } as const;

/** So many evaluations of a search are counted as if inputs were small: what is plain is found in any of them. */
const FIRST_EVALUATIONS = 250;

/** An item of a list takes as long as so many characters of a text. */
const CHARACTERS_PER_ITEM = 5;

/** Characters of a value, or of as long a text where it's a list, whose items are all taken to be as long as the first. */
export function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 0;
  return value.length * (CHARACTERS_PER_ITEM + sizeOf(value[0] as Value | undefined));
}

/**
 * Counts what work on large inputs takes beyond the evaluation that each candidate is counted as: a text of 2,000
 * characters takes a hundred times as long to read as one of twenty. On small inputs it counts nothing.
 */
export class SizeMeter {
  /** Whether the inputs are so large that their size counts. */
  readonly isOn: boolean;
  readonly #meter: BudgetMeter;
  readonly #all: number;

  constructor(inputs: readonly unknown[], meter: BudgetMeter) {
    const weights = inputs.map(weightOf);
    this.#meter = meter;
    this.#all = weights.reduce((sum, weight) => sum + weight, 0);
    this.isOn = this.#all >= LARGE.all || weights.some((weight) => weight >= LARGE.one);
  }

  /** Counts what a candidate read and made. */
  spend(size: number): void {
    if (!this.isOn || this.#meter.evaluations < FIRST_EVALUATIONS) return;
    this.#meter.spend(
      Math.min(Math.floor(size / SIZE_OF_AN_EVALUATION), Math.max(0, this.#meter.evaluationsLeft)),
    );
  }

  /** Counts one reading of all inputs. */
  spendAll(): void {
    this.spend(this.#all);
  }
}
