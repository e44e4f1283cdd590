import type { Expression } from '../language/expression.js';
import type { Grid } from '../library/grid.js';

/** Most different values of a grid that rules are learned from. */
const MOST_VALUES = 32;

/** The cells of one grid over all examples in a row, numbered by value. */
export interface CellColumn {
  readonly expression: Expression;
  readonly values: Int32Array;
  /** The different values among the training examples, by number. */
  readonly distinct: readonly number[];
  readonly ids: Int32Array;
  /** The same for inputs without a known output; -1 for values that no training example has. */
  readonly otherIds: Int32Array;
}

/** Null where the expression has no value, too many, or the same everywhere. */
export function columnOf(
  expression: Expression,
  grids: readonly Grid[],
  others: readonly (Grid | undefined)[],
): CellColumn | null {
  if (others.includes(undefined)) return null;
  const values = Int32Array.from(grids.flat(2));
  const distinct = [...new Set(values)].sort((left, right) => left - right);
  if (distinct.length < 2 || distinct.length > MOST_VALUES) return null;
  const numbers = new Map(distinct.map((value, id) => [value, id]));
  return {
    expression,
    values,
    distinct,
    ids: values.map((value) => numbers.get(value) ?? 0),
    otherIds: Int32Array.from((others as readonly Grid[]).flat(2).map((value) => numbers.get(value) ?? -1)),
  };
}

/** Whether both are grids of as many rows and columns. */
export function isOfSize(grid: Grid | undefined, output: unknown): boolean {
  if (grid === undefined || !Array.isArray(output) || !Array.isArray(output[0])) return false;
  return grid.length === output.length && grid[0]?.length === output[0].length;
}
