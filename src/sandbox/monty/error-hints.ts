import type { RaisedException } from './wire/raised-exception.js';

/** A failure that Monty is known for, by its text, and how to write the same without it. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/class inheritance/, 'Use plain classes or functions with a shared helper, or the cpython engine.'],
  [/method decorators/, 'Use a plain method, or a function outside the class.'],
  [/yield expressions/, 'Build and return a list instead of yielding.'],
  [/pattern matching/, 'Use if/elif instead of match.'],
  [/'del' statement/, 'Use d.pop(key) or l.pop(index) instead of del.'],
  [/exception groups/, 'Use except instead of except*.'],
  [/Wildcard imports/, 'Import the names that you use one by one.'],
  [
    /invalid unpacking target/,
    'Swap through a temporary variable instead of assigning to subscripts or attributes.',
  ],
  [
    /unsupported operand type\(s\).*'bool'/,
    'Use int(condition) where a truth value takes part in arithmetic.',
  ],
  [/unsupported operand type\(s\) for %: 'str'/, 'Use an f-string or str.format instead of % formatting.'],
  [/unsupported operand type\(s\) for \|: 'dict'/, 'Use {**a, **b} to merge dicts.'],
  [/can only be called with zero or one string argument/, 'Raise exceptions with one string argument.'],
  [/'list' object is not an iterator/, 'Use iter(...) around it before next(...).'],
  [/'type' object is not subscriptable/, 'Write list or dict without [..] outside annotations.'],
  [
    /external function .* not yet supported in this context/,
    'Call the host function in a loop or comprehension, not as a callback of sorted, map, filter, min or max.',
  ],
  [/object can't be awaited/, 'Call it without await.'],
  [/'TextIOWrapper' object is not iterable/, 'Use f.read().splitlines() instead of iterating over the file.'],
];

/** Names that are builtins in CPython and missing in Monty. */
const MISSING_BUILTINS: ReadonlySet<string> = new Set(
  (
    'callable issubclass super format input eval exec vars dir globals locals delattr bytearray complex ' +
    'classmethod staticmethod property exit quit ascii memoryview object compile __import__'
  ).split(' '),
);

/** One sentence on how to write a failing piece for Monty, or null when the failure is the code's own. */
export function errorHint({ type, message }: RaisedException): string | null {
  for (const [pattern, hint] of HINTS) if (pattern.test(message)) return hint;
  const name = /^name '(\w+)' is not defined/.exec(message)?.[1];
  if (type === 'NameError' && name !== undefined && MISSING_BUILTINS.has(name)) {
    return `The builtin ${name} is missing here; write it without, or use the cpython engine.`;
  }
  if (type === 'ModuleNotFoundError') {
    return 'This module is missing here; use builtins and the modules that describe() lists, or the cpython engine.';
  }
  return null;
}
