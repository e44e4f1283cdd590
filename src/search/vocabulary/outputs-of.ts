import type { Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';
import type { SearchProblem } from '../problem.js';

/** What a leaf reads of each training input; null unless each has a value of this kind. */
export function valuesOf<T extends Value>(
  leaf: Operator,
  { train }: SearchProblem,
  isOfKind: (value: Value | undefined) => value is T,
): readonly T[] | null {
  const values = train.map(({ input }) => leaf.leaf?.(input));
  return values.every(isOfKind) ? values : null;
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The outputs, if all are of this kind. */
export function outputsOf<T>(
  { train }: SearchProblem,
  isOfKind: (value: unknown) => value is T,
): readonly T[] | null {
  const outputs = train.map(({ output }): unknown => output);
  return outputs.every(isOfKind) ? outputs : null;
}

/** Whether a value is a number. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
