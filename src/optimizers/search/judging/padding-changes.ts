import type { Json } from '../../../core/index.js';
import { isLocated, type LocatedNode, nameOf, type PythonTree } from '../../../python/index.js';
import { type Change, spanOf } from './detail-change.js';

/** Digits that codes have, as postcodes do, or days and months. */
const WIDTHS = [2, 3, 4, 5, 6, 7, 8];
const DIGITS_OF_YEARS = 4;
/** Below the smallest number of any of these widths. */
const SHORT = 7;

/**
 * A number written as it is, `str(number)` or `{number}` in an f-string, where all have as many digits: shorter ones may get
 * zeros before them. Years have none.
 */
export function paddingChanges(node: LocatedNode, tree: PythonTree, hasYears: boolean): Change[] {
  const number = writtenNumber(node);
  if (number === null) return [];
  const isField = node.nodeType === 'FormattedValue';
  const written = isField ? number : node;
  return WIDTHS.filter((width) => width !== DIGITS_OF_YEARS || !hasYears).map((width) => ({
    at: spanOf(written, tree),
    // The index fails on numbers with more digits, and with it the change where an example has one.
    text: `str(range(${10 ** width})[${tree.text(number)}]).zfill(${width})`,
    told: `${tree.text(written)}${isField ? `:0${width}d` : `.zfill(${width})`}`,
    around: node,
    show: [withShortNumbers],
  }));
}

/** What stands in `str(…)`, or in an f-string without a format. */
function writtenNumber(node: LocatedNode): LocatedNode | null {
  const isCall = node.nodeType === 'Call' && nameOf(node.func) === 'str' && node.args.length === 1;
  const isField = node.nodeType === 'FormattedValue' && node.format_spec === undefined;
  const value = isCall ? node.args[0] : isField ? node.value : null;
  return value !== null && value !== undefined && isLocated(value) ? value : null;
}

/** One digit for each whole number. */
function withShortNumbers(input: Json): Json {
  if (typeof input === 'number') return Number.isInteger(input) ? SHORT : input;
  if (Array.isArray(input)) return (input as readonly Json[]).map(withShortNumbers);
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, member]) => [key, withShortNumbers(member)]));
}
