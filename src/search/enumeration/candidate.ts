import { applyToAll, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import type { Value, ValueType } from '../language/value-type.js';

/** The arguments behind the first: one at most, or the columns that fill an operator's constants. */
export type Others = Candidate | readonly Candidate[] | undefined;

/** In what a candidate holds beside its values: whether it reads the input, how often it's built upon, and its cost above. */
const READS_INPUT = 1;
const A_USE = 2;
const A_COST = 8;

/** How often a candidate is built upon before it holds its values: most of the others are built upon once or twice. */
const USES_TO_HOLD = 3;
const ALL_USES = A_USE * USES_TO_HOLD;

/**
 * A candidate of an enumeration. Most candidates are never built upon, and their values would be nearly all of the
 * memory that a search takes; so one may forget them, and then computes them anew each time that they are read. There are hundreds
 * of thousands, so each holds as few fields as may be: its small numbers are one, and a private method would take a field.
 */
export class Candidate implements Expression {
  readonly operator: Operator;
  /** The first argument; none where it's read from the input itself. */
  readonly left: Candidate | undefined;
  readonly others: Others;
  #values: readonly Value[] | null;
  #state: number;

  constructor(options: {
    readonly operator: Operator;
    readonly left: Candidate | undefined;
    readonly others: Others;
    readonly cost: number;
    /** Null where it computes them each time that they're read. */
    readonly values: readonly Value[] | null;
  }) {
    const { operator, left, others } = options;
    this.operator = operator;
    const readsInput =
      operator.readsInput || left?.readsInput === true || (!isList(others) && others?.readsInput === true);
    this.#state = A_COST * options.cost + (readsInput ? READS_INPUT : 0);
    this.left = left;
    this.others = others;
    this.#values = options.values;
  }

  get type(): ValueType {
    return typeOf(this.operator, this.left);
  }

  get cost(): number {
    return (this.#state - (this.#state % A_COST)) / A_COST;
  }

  get readsInput(): boolean {
    return (this.#state & READS_INPUT) !== 0;
  }

  get args(): readonly Candidate[] {
    if (this.left === undefined) return [];
    if (isList(this.others)) return [this.left, ...this.others];
    return this.others === undefined ? [this.left] : [this.left, this.others];
  }

  get values(): readonly Value[] {
    return (
      this.#values ??
      applyToAll(
        this.operator,
        this.args.map(({ values }) => values),
      )
    );
  }

  /** Counts that it's built upon. Returns whether its values, which it has forgotten, are worth holding from now on. */
  isWorthHolding(): boolean {
    if (this.#values !== null) return false;
    if ((this.#state & ALL_USES) !== ALL_USES) this.#state += A_USE;
    return (this.#state & ALL_USES) === ALL_USES;
  }

  /** Whether it has its values at hand. */
  get holdsValues(): boolean {
    return this.#values !== null;
  }

  /** Has it keep its values, or the same ones in lists that others keep. */
  hold(values: readonly Value[]): void {
    this.#values = values;
  }

  /** Has it drop its values; what is read from the input itself stays. */
  forget(): void {
    if (this.left !== undefined) this.#values = null;
  }
}

/** Whether arguments are columns. */
export function isList(others: Others): others is readonly Candidate[] {
  return Array.isArray(others);
}

/** The type of what the operator makes of such a first argument. */
export function typeOf(operator: Operator, first: Candidate | undefined): ValueType {
  return operator.narrows === true && first !== undefined ? first.type : operator.result;
}
