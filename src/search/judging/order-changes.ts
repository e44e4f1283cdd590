import type { Json } from '../../core/index.js';
import { type LocatedNode, nameOf } from '../../python/index.js';
import { booleanValue, isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { type Change, spanOf } from './detail-change.js';

/** Signs that differ where both sides are equal. */
const NEIGHBOURS: ReadonlyMap<string, string> = new Map([
  ['Lt', '<='],
  ['LtE', '<'],
  ['Gt', '>='],
  ['GtE', '>'],
]);

/** Each comparison of order with and without equality; of sorted items, equal ones taken as one. */
export function orderChanges(node: LocatedNode, tree: PythonTree): Change[] {
  return [...signChanges(node, tree), ...tieChanges(node, tree)];
}

function signChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Compare' || node.ops.length !== 1) return [];
  const [operator] = node.ops;
  const [right] = node.comparators;
  const sign = NEIGHBOURS.get(operator?.nodeType ?? '');
  if (sign === undefined || right === undefined || !isLocated(node.left) || !isLocated(right)) return [];
  // With a number, the next number is the same change.
  if (numberValue(right) !== null) return [];
  return [{ at: [tree.end(node.left), tree.start(right)], text: ` ${sign} ` }];
}

/** The largest, the smallest and places in order, where some are equal. */
function tieChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const show = [withTie(Math.max), withTie(Math.min)];
  const order = sortedItems(node, tree);
  if (order !== null) {
    return [{ at: spanOf(node, tree), text: `sorted(set(${order.items})${order.falling})`, show }];
  }
  if (node.nodeType !== 'Subscript' || node.slice.nodeType !== 'Slice') return [];
  const of = isLocated(node.value) ? sortedItems(node.value, tree) : null;
  if (of === null || !isLocated(node.value) || !isLocated(node.slice)) return [];
  const cut = tree.text(node.slice).replaceAll(' ', '');
  if (cut !== ':-1' && cut !== '1:') return [];
  const isLargest = (cut === ':-1') === (of.falling === '');
  const test = isLargest ? `n < max(${of.items})` : `n > min(${of.items})`;
  return [{ at: spanOf(node, tree), text: `[n for n in ${tree.text(node.value)} if ${test}]`, show }];
}

/** Python of what is sorted, and of what makes the order falling. */
function sortedItems(
  node: LocatedNode,
  tree: PythonTree,
): { readonly items: string; readonly falling: string } | null {
  if (node.nodeType !== 'Call' || nameOf(node.func) !== 'sorted' || node.args.length !== 1) return null;
  const [items] = node.args;
  if (items === undefined || !isLocated(items)) return null;
  const [keyword, ...others] = node.keywords;
  if (keyword === undefined) return { items: tree.text(items), falling: '' };
  if (others.length > 0 || keyword.arg !== 'reverse' || booleanValue(keyword.value) !== true) return null;
  return { items: tree.text(items), falling: ', reverse=True' };
}

/** Adds the largest or smallest of a list of numbers once more. */
function withTie(choose: (...numbers: number[]) => number): (input: Json) => Json {
  return (input) => {
    if (!Array.isArray(input)) return input;
    const items: readonly Json[] = input;
    const numbers = items.filter((item) => typeof item === 'number');
    return numbers.length === 0 || numbers.length < items.length ? items : [...items, choose(...numbers)];
  };
}
