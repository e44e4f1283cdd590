import type { Json } from '../../../core/index.js';
import { isLocated, type LocatedNode, nameOf, type PythonTree } from '../../../python/index.js';
import { type Change, spanOf } from './detail-change.js';

/** Digits that codes have, as postcodes do, or days and months. Years have four, and no zeros before them. */
const WIDTHS = [2, 3, 5, 6, 7, 8];
/** Below the smallest number of any of these widths. */
const SHORT = 7;

/** A number written as it is, `str(number)`, where all have as many digits: shorter ones may get zeros before them. */
export function paddingChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Call' || nameOf(node.func) !== 'str') return [];
  const [number] = node.args;
  if (node.args.length !== 1 || number === undefined || !isLocated(number)) return [];
  return WIDTHS.map((width) => ({
    at: spanOf(node, tree),
    // The index fails on numbers with more digits, and with it the change where an example has one.
    text: `str(range(${10 ** width})[${tree.text(number)}]).zfill(${width})`,
    told: `${tree.text(node)}.zfill(${width})`,
    around: node,
    show: [withShortNumbers],
  }));
}

/** One digit for each whole number. */
function withShortNumbers(input: Json): Json {
  if (typeof input === 'number') return Number.isInteger(input) ? SHORT : input;
  if (Array.isArray(input)) return (input as readonly Json[]).map(withShortNumbers);
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, member]) => [key, withShortNumbers(member)]));
}
