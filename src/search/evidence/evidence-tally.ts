import type { Value } from '../language/value-type.js';
import { expectedLuckyFits } from './evidence.js';

/** What the candidates of the output's type so far say of the examples. */
export class EvidenceTally {
  readonly #targets: readonly Value[];
  readonly #working: number;
  #candidates = 0;
  /** By example, how many are right on it, and how many on all others alone. */
  readonly #right: number[];
  readonly #missesOnly: number[];
  /** By example, the cost of the cheapest candidate that is right on all the others and wrong on it. */
  readonly #cheapestMiss = new Map<number, number>();

  /** @param targets - the outputs, those that candidates have to give first: so many of them as `working` says. */
  constructor(targets: readonly Value[], working: number) {
    this.#targets = targets;
    this.#working = working;
    this.#right = targets.map(() => 0);
    this.#missesOnly = targets.map(() => 0);
  }

  /** Takes a candidate into account. Returns on how many working examples it's right. */
  add(expression: { readonly values: readonly (Value | undefined)[]; readonly cost: number }): number {
    let matches = 0;
    let all = 0;
    let wrong = -1;
    for (let index = 0; index < this.#targets.length; index++) {
      if (sameValue(expression.values[index], this.#targets[index])) {
        this.#right[index] = (this.#right[index] ?? 0) + 1;
        all++;
        if (index < this.#working) matches++;
      } else wrong = index;
    }
    this.#candidates++;
    if (all === this.#targets.length - 1) {
      this.#missesOnly[wrong] = (this.#missesOnly[wrong] ?? 0) + 1;
      if (!this.#cheapestMiss.has(wrong)) this.#cheapestMiss.set(wrong, expression.cost);
    }
    return matches;
  }

  /** The example whose output the fewest candidates gave. */
  get mostTelling(): number {
    const working = this.#right.slice(0, this.#working);
    return working.indexOf(Math.min(...working));
  }

  /**
   * How many fits are expected by luck. The fit itself is none, which shows among a few candidates; with one bit it may be.
   * @param times - how many times as many candidates there were as those taken into account
   */
  luck(isOneBit: boolean, times = 1): number {
    const own = isOneBit ? 0 : 1;
    return (
      times *
      expectedLuckyFits({
        candidates: this.#candidates - own,
        right: this.#right.map((count) => Math.max(0, count - own)),
        missesOnly: this.#missesOnly,
      })
    );
  }

  /**
   * The same for a fit that only reads the input, as yes or no: with hardly any candidate beside it, shares say nothing, but
   * each candidate would be right as often as its answer comes up.
   */
  luckOfReading(): number {
    const count = this.#targets.length;
    return this.#targets.reduce<number>((luck, target) => {
      const alike = this.#targets.filter((other) => sameValue(other, target)).length;
      return (luck * alike) / count;
    }, this.#candidates);
  }

  /** How many examples a cheaper candidate than that is wrong on alone. */
  missedBelow(cost: number): number {
    return [...this.#cheapestMiss.values()].filter((miss) => miss < cost).length;
  }
}

/** Whether two values are equal, lists item by item. */
export function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  if (left.length !== right.length) return false;
  return left.every((item: Value, index: number) => sameValue(item, right[index] as Value));
}
