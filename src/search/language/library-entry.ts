import type { Value, ValueType } from './value-type.js';

/**
 * Which mined constants may fill a parameter: `delimiter` a separator seen in the inputs · `joiner` a separator seen
 * in the outputs · `fragment` a piece of text seen in inputs or outputs · `letter` one of the
 * inputs' letters, where the outputs are whole numbers · `index` a small position, also from the
 * end · `width` a length seen in the outputs · `count` a small positive number, no longer than what it counts in ·
 * `times` a small number from 2 on · `divisor` the same, with 6, 8 and 10 · `colour` a cell value seen in the grids.
 */
export type ConstantRole =
  | 'delimiter'
  | 'joiner'
  | 'fragment'
  | 'letter'
  | 'index'
  | 'width'
  | 'count'
  | 'times'
  | 'divisor'
  | 'colour';

/** One parameter of a library entry: a computed value of a type, or a mined constant of a role. */
export type Parameter = { readonly type: ValueType } | { readonly constant: ConstantRole };

/** A primitive of the search, in two languages that must agree. */
export interface LibraryEntry {
  /** Stable name, unique in the library. */
  readonly name: string;
  /** Python, with holes as {@link fillTemplate} reads them. It must be the same on Monty and CPython. */
  readonly python: string;
  /** How tightly the template binds; default primary. */
  readonly binding?: number;
  /** Modules the template needs. */
  readonly imports?: readonly string[];
  /** Python functions that the template calls, each a whole definition; they may call earlier ones. */
  readonly helpers?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly result: ValueType;
  /** How unlikely the primitive is, 1 or more; the search tries cheap programs first. */
  readonly cost: number;
  /** Whether the two computed arguments may change places; then each pair is tried in one order. */
  readonly commutative?: boolean;
  /** Whether it is skipped when all its arguments are ints, because another entry does the same for ints. */
  readonly needsFraction?: boolean;
  /** Whether it is skipped when the second argument is a constant, because a loop with that constant does the same. */
  readonly needsComputed?: boolean;
  /** What two grids must have in common for the primitive to have a value: pairs that have not are not computed. */
  readonly alike?: 'size' | 'height' | 'width';
  /** How many of its first colours must be lacking in a grid for it to stay as it is: then it isn't computed. */
  readonly idleWithout?: number;
  /** What a text of the inputs, or of the outputs, has to look like for the entry to be offered. Default: anything. */
  readonly gate?: { readonly inputs?: RegExp; readonly outputs?: RegExp };
  /**
   * The primitive on values of its parameters' types, computed natively. Undefined where Python would raise and
   * wherever this implementation is not sure to agree with Python. Must bound the size of what it makes.
   */
  readonly apply: (...args: never[]) => Value | undefined;
  /** What a variable that holds the result is called. Default: by type. */
  readonly variable?: string;
}

/** A computed parameter. */
export function computed(type: ValueType): Parameter {
  return { type };
}

/** A parameter filled by mined constants. */
export function constant(role: ConstantRole): Parameter {
  return { constant: role };
}
