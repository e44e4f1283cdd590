import type { PythonValue } from './python-value.js';

/** Keyword arguments, which by their looks could be a dict that was given by position. */
const KEYWORD_ARGUMENTS = new WeakSet<object>();

/** What a host function is called with: positional arguments, then keyword arguments, if any, as one object. */
export function hostArguments(
  positional: readonly PythonValue[],
  named: Readonly<Record<string, PythonValue>>,
): PythonValue[] {
  if (Object.keys(named).length === 0) return [...positional];
  const last = named as PythonValue & object;
  KEYWORD_ARGUMENTS.add(last);
  return [...positional, last];
}

/** Arguments of a host function, told apart. */
export interface CallArguments {
  readonly positional: readonly PythonValue[];
  /** Empty where Python gave none. */
  readonly named: Readonly<Record<string, PythonValue>>;
}

/**
 * Tells keyword arguments of a host function from a dict that was given by position: to the function,
 * `call({'a': 1})` and `call(a=1)` look alike.
 *
 * @param args - as the host function got them, not copied
 */
export function splitArguments(args: readonly PythonValue[]): CallArguments {
  const last = args.at(-1);
  if (typeof last !== 'object' || last === null || !KEYWORD_ARGUMENTS.has(last)) {
    return { positional: args, named: {} };
  }
  return { positional: args.slice(0, -1), named: last as CallArguments['named'] };
}
