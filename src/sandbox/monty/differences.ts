import { findDifferenceUses, type MontyDifferenceId } from './difference-uses.js';

/** A way in which Monty gives another result than CPython without saying so. */
export interface MontyDifference {
  /** Stable name: `set-order`. */
  readonly id: MontyDifferenceId;
  /** What it is about, in a few words. */
  readonly title: string;
  /** What CPython does. */
  readonly cpython: string;
  /** What Monty does. */
  readonly monty: string;
}

const table: Readonly<Record<MontyDifferenceId, readonly [title: string, cpython: string, monty: string]>> = {
  'lazy-iterators': [
    'map, zip, filter, enumerate, reversed, generator expressions, itertools over them',
    'lazy, used up once, see later changes of their source',
    'lists, made at once',
  ],
  'special-methods': ['arguments of `__exit__`, and rarer special methods', 'the traceback', 'None'],
  'private-names': ['`self.__x`', 'mangled', 'a plain attribute'],
  'equal-keys': [
    'equal keys of different types (`1`, `True`, `1.0`) in dicts, sets and counters',
    'the first key stays',
    'the last key replaces it',
  ],
  nan: ['NaN in containers', 'each matches only itself', 'all match each other'],
  round: ['`round` with digits', 'exact', 'some values round the other way'],
  'float-text': [
    'floats as text',
    'shortest form; exact halves round to even',
    'another last digit for some dyadic fractions',
  ],
  'float-functions': ['cbrt, gamma, lgamma, erf, erfc, atanh', "libm's last digit", 'another last digit'],
  'set-order': ['order of a set, and `hash`', 'by hash', 'by insertion; other hashes'],
  identity: ['`is` between values, and `id`', 'one object for equal constants', 'new objects'],
  'attribute-tests': [
    '`hasattr`, `getattr` with a default, attributes such as `__name__`, `__dict__`, `__class__`',
    'found on builtins, functions and exceptions',
    'not found',
  ],
  'caught-refusals': [
    'handlers that catch TypeError, AttributeError, NameError, ImportError, RuntimeError, NotImplementedError or more; `finally` that returns',
    'catch what the code raised',
    "also catch Monty's own refusals",
  ],
  'error-texts': [
    'text and arguments of caught exceptions',
    'those of this Python version',
    'those of Python 3.14, or its own; a KeyError keeps its key as text',
  ],
  patterns: [
    'the `re` module',
    '`$` before a last newline, empty matches, escapes in replacements, flag A',
    'all differ',
  ],
  'format-specs': [
    'format specs, and f-strings with a backslash or the same quotes inside',
    'TypeError for None and containers; refused before 3.12',
    'formatted',
  ],
  'search-bounds': [
    'find, index, count, startswith, endswith with a start',
    'finds nothing beyond the end',
    'finds an empty text there',
  ],
  dates: [
    'datetime, calendar, strftime and strptime',
    "the C library's rules",
    'differs for years below 1000, some directives and inputs',
  ],
  clocks: ['perf_counter, monotonic, process_time', 'small numbers; processor time', 'Unix time; 0'],
  'object-texts': [
    'text of types, functions, objects without `__repr__`, and containers that contain themselves',
    "`<class '__main__.A'>`",
    'other texts',
  ],
  itertools: ['`itertools.count` from a bool', 'keeps the bool', 'an int'],
  base64: ['decoding invalid base64', 'skips other characters, stops at padding', 'decodes more'],
  characters: [
    'classes, digits and case of characters beyond ASCII',
    'this Python’s Unicode version',
    'a newer Unicode version; int and float refuse other digits',
  ],
  'method-values': ['comparing bound methods', 'equal if bound to the same object', 'unequal'],
  'huge-repeats': ['text or a list multiplied by less than -2^63', 'OverflowError', 'empty'],
  'compiler-checks': [
    'a `global` after the name is used, a bare `except` before others, a late `__future__` import, `:=` on a loop variable of its comprehension',
    'SyntaxError',
    'runs',
  ],
  'dynamic-code': ['eval, exec and dynamic imports', 'any of the above', "can't be detected beforehand"],
};

/** Every known silent difference between Monty and CPython. */
export const MONTY_DIFFERENCES: readonly MontyDifference[] = Object.entries(table).map(
  ([id, [title, cpython, monty]]) => ({ id: id as MontyDifferenceId, title, cpython, monty }),
);

/**
 * The known differences that may affect a source. It looks at names, attributes and kinds of statements, so it often
 * reports code that behaves the same on both engines, and can't report differences that aren't on the list. Invalid
 * Python gives none; source that is too large or nested too deep to be read gives all.
 */
export function findMontyDifferences(code: string): readonly MontyDifference[] {
  const uses = findDifferenceUses(code);
  return MONTY_DIFFERENCES.filter(({ id }) => uses === 'unread' || uses.has(id));
}
