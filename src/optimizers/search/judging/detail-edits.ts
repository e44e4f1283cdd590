import type { Json } from '../../../core/index.js';
import {
  booleanValue,
  descendants,
  isLocated,
  type LocatedNode,
  nameOf,
  numberValue,
  type PythonNode,
  type PythonTree,
  parsePython,
} from '../../../python/index.js';
import type { ScriptEdit } from '../repair/script-edit.js';
import { type Change, spanOf } from './detail-change.js';
import { listChanges } from './list-changes.js';
import { textChanges } from './text-changes.js';

/** Places at which a text or list may be cut: where all have one length, those from either end do the same. */
const ENDS = [-4, -3, -2, -1, 1, 2, 3, 4];

/** Signs that differ where both sides are equal. */
const NEIGHBOURS: ReadonlyMap<string, string> = new Map([
  ['Lt', '<='],
  ['LtE', '<'],
  ['Gt', '>='],
  ['GtE', '>'],
]);

/** A neighbour of one detail of a script. */
export interface DetailEdit extends ScriptEdit {
  /** Makes inputs on which it may show. */
  readonly show: readonly ((input: Json) => Json)[];
  /** The module that the changed script needs. */
  readonly needs: string | null;
  /** Python of the expression around the detail, as it is and with the change. */
  readonly here: string;
  readonly there: string;
}

/**
 * The neighbours of a script's details: each whole number one more and one less; each end of a cut at other places; each comparison of order with and without
 * equality; of sorted items, equal ones taken as one; what is put at a
 * place, left out where a list ends before it; and what {@link textChanges} or {@link listChanges} say. None for what is no Python.
 */
export function detailEdits(script: string, isText: boolean): DetailEdit[] {
  const parsed = parsePython(script);
  if (!parsed.ok) return [];
  const { tree } = parsed;
  return [...descendants(tree.module)].filter(isLocated).flatMap((node) => {
    const changes = [
      ...numberChanges(node, tree),
      ...orderChanges(node, tree),
      ...tieChanges(node, tree),
      ...placeChanges(node, tree),
      ...(isText ? textChanges(node, tree) : listChanges(node, tree)),
    ];
    return changes.map(({ at, text, told = text, around = node, show = [], needs = null }) => {
      const [from, to] = spanOf(around, tree);
      const there = script.slice(from, at[0]) + told + script.slice(at[1], to);
      return { start: at[0], end: at[1], text, here: script.slice(from, to), there, show, needs };
    });
  });
}

/** A number one more and one less; where something is compared with it, also a tenth more and less. */
function numberChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType === 'Slice')
    return [node.lower, node.upper].flatMap((end) => endChanges(end, node, tree));
  const number = numberValue(node);
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return [];
  const parent = tree.index.parent(node);
  if (parent?.nodeType === 'Slice') return [];
  const tenth = parent?.nodeType === 'Compare' ? Math.round(Math.abs(number) / 10) : 0;
  const others = [number - 1, number + 1, ...(tenth > 1 ? [number - tenth, number + tenth] : [])];
  return others.map((other) => ({
    at: spanOf(node, tree),
    text: String(other),
    around: parent !== undefined && isLocated(parent) ? parent : node,
    show: [placed(number), placed(other)],
  }));
}

function endChanges(
  end: PythonNode | null | undefined,
  around: LocatedNode,
  tree: PythonTree,
): readonly Change[] {
  if (end === null || end === undefined || !isLocated(end)) return [];
  const isFromEnd = end.nodeType === 'UnaryOp' && end.op.nodeType === 'USub';
  const number = numberValue(isFromEnd ? end.operand : end);
  if (typeof number !== 'number') return [];
  const own = isFromEnd ? -number : number;
  return ENDS.filter((other) => other !== own).map((other) => ({
    at: spanOf(end, tree),
    text: String(other),
    around,
  }));
}

function orderChanges(node: LocatedNode, tree: PythonTree): Change[] {
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

/** What is put at a place, where a list ends before it. */
function placeChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'BinOp' || node.op.nodeType !== 'Add') return [];
  const { left, right } = node;
  if (right.nodeType !== 'List' || !isLocated(right)) return [];
  if (left.nodeType !== 'Subscript' || left.slice.nodeType !== 'Slice' || !isLocated(left.value)) return [];
  const place = numberValue(left.slice.upper);
  if (typeof place !== 'number' || numberValue(left.slice.lower) !== null) return [];
  const text = `(${tree.text(right)} if len(${tree.text(left.value)}) > ${place} else [])`;
  return [{ at: spanOf(right, tree), text, show: [shortened(place)] }];
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

/** Puts a number where a number is: comparisons with it show there. */
function placed(number: number): (input: Json) => Json {
  return (input) => {
    if (typeof input === 'number') return number;
    if (!Array.isArray(input)) return input;
    const items: readonly Json[] = input;
    const at = Math.floor(items.length / 2);
    return typeof items[at] === 'number' ? items.with(at, number) : items;
  };
}

/** Ends a list before a place. */
function shortened(place: number): (input: Json) => Json {
  return (input) => (Array.isArray(input) ? (input as readonly Json[]).slice(0, place) : input);
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
