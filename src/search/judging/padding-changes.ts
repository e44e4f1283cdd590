import type { Json } from '../../core/index.js';
import { type LocatedNode, nameOf } from '../../python/index.js';
import { isLocated, type PythonTree } from '../../python/internal.js';
import { type Change, spanOf } from './detail-change.js';

/** Most digits that a code has. */
const MOST_DIGITS = 8;
const YEAR = /^(1[89]|20)[0-9]{2}$/;
/** Has fewer digits than any padded number. */
const SHORT = 7;

/** As many digits as a number has in every output, two or more: what shorter ones may be padded to. Years are not. */
export function paddedWidths(outputs: readonly Json[]): readonly number[] {
  const rows = outputs.map((output) => JSON.stringify(output).match(/[0-9]+/g) ?? []);
  const widths = new Set(rows[0]?.map(({ length }) => length));
  return [...widths].filter((width) => {
    const numbers = rows.map((row) => row.filter(({ length }) => length === width));
    const areCodes = !numbers.flat().every((number) => YEAR.test(number));
    return width > 1 && width <= MOST_DIGITS && areCodes && numbers.every(({ length }) => length > 0);
  });
}

/**
 * A number written as it is, `str(number)` or `{number}` in an f-string, where all have as many digits: shorter ones may get
 * zeros before them.
 *
 * @param widths - see {@link paddedWidths}
 */
export function paddingChanges(node: LocatedNode, tree: PythonTree, widths: readonly number[]): Change[] {
  const number = writtenNumber(node);
  if (number === null) return [];
  const isField = node.nodeType === 'FormattedValue';
  const written = isField ? number : node;
  return widths.map((width) => ({
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
