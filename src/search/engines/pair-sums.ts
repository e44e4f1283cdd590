import { applied, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import { itemType } from '../language/value-type.js';

/** A sum or difference of two numbers computed from lists that is the output on every example. */
export interface PairSum {
  readonly expression: Expression;
  readonly parts: readonly [Expression, Expression];
}

/**
 * Outputs that are the sum or the difference of two numbers computed from lists. For each number the other one is known, so
 * it's looked up, where trying all pairs would take the square of the time: search from both sides.
 */
export class PairSums {
  readonly #targets: readonly number[];
  readonly #add: Operator | undefined;
  readonly #subtract: Operator | undefined;
  /** The cheapest candidate of each behaviour on the examples. */
  readonly #known = new Map<number, Expression>();
  /** By cost, how many candidates there are. */
  readonly #counts: number[] = [];
  /** By example, how many candidates have a value there. */
  readonly #values: readonly Map<number, number>[];

  /** @param targets - what is looked for on the working examples; on all `examples` values are counted, as evidence. */
  constructor(targets: readonly number[], examples: number, operators: readonly Operator[]) {
    this.#targets = targets;
    this.#values = Array.from({ length: examples }, () => new Map());
    this.#add = operators.find(({ name }) => name === 'add()');
    this.#subtract = operators.find(({ name }) => name === 'subtract()');
  }

  /**
   * Takes a new candidate that is a whole number. Returns what it makes with an earlier one, or with itself. Sums of sums would
   * give almost anything.
   */
  add(one: Expression): readonly PairSum[] {
    if (!one.operator.holes.some((hole) => itemType(hole) !== null)) return [];
    const values = one.values.slice(0, this.#targets.length) as readonly number[];
    const hash = hashValues(values);
    if (!this.#known.has(hash)) this.#known.set(hash, one);
    this.#counts[one.cost] = (this.#counts[one.cost] ?? 0) + 1;
    for (const [index, counts] of this.#values.entries()) {
      const value = Number(one.values[index]);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const other = (of: (target: number, value: number) => number): Expression | undefined =>
      this.#known.get(hashValues(values.map((value, index) => of(this.#targets[index] ?? 0, value))));
    return [
      ...pair(
        this.#add,
        one,
        other((target, value) => target - value),
      ),
      ...pair(
        this.#subtract,
        one,
        other((target, value) => value - target),
      ),
      ...pair(
        this.#subtract,
        other((target, value) => target + value),
        one,
      ),
    ];
  }

  /**
   * How many sums as cheap are expected to fit by luck. What one part leaves over may be so small that many candidates
   * are that: so for each part the number of candidates like it, times those that the other one could have been.
   */
  luck({ parts: [left, right] }: PairSum): number {
    return Math.max(
      this.#upTo(left.cost) * this.#expectedLike(right),
      this.#upTo(right.cost) * this.#expectedLike(left),
    );
  }

  #upTo(cost: number): number {
    return this.#counts.slice(0, cost + 1).reduce((sum, count = 0) => sum + count, 0);
  }

  /** Candidates no dearer that have these values on all examples, were examples independent. */
  #expectedLike({ values, cost }: Expression): number {
    const all = this.#upTo(this.#counts.length);
    return this.#values.reduce(
      (expected, counts, index) => (expected * (counts.get(Number(values[index])) ?? 0)) / all,
      this.#upTo(cost),
    );
  }
}

function pair(
  operator: Operator | undefined,
  left: Expression | undefined,
  right: Expression | undefined,
): readonly PairSum[] {
  if (operator === undefined || left === undefined || right === undefined) return [];
  return [{ expression: applied(operator, [left, right]), parts: [left, right] }];
}
