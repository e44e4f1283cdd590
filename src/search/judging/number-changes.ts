import type { Json } from '../../core/index.js';
import type { LocatedNode, NodeOf, PythonNode } from '../../python/index.js';
import { isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { type Change, signedNumber, spanOf } from './detail-change.js';

/** Places at which a text or list may be cut: where all have one length, those from either end do the same. */
const ENDS = [-4, -3, -2, -1, 1, 2, 3, 4];

/**
 * A number one more and one less; where something is compared with it, also a tenth more and less. Each end of a cut at
 * other places. A division without its fraction, and with it.
 */
export function numberChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType === 'BinOp') return divisionChanges(node, tree);
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

/** A division without its fraction, where none of the examples leaves one. */
function divisionChanges(node: NodeOf<'BinOp'> & LocatedNode, tree: PythonTree): Change[] {
  if (node.op.nodeType !== 'FloorDiv' || !isLocated(node.left) || !isLocated(node.right)) return [];
  const at = [tree.end(node.left), tree.start(node.right)] as const;
  const sign = tree.text(node).slice(at[0] - tree.start(node), at[1] - tree.start(node));
  return [{ at, text: sign.replace('//', '/'), around: node, show: [oneMore] }];
}

function endChanges(
  end: PythonNode | null | undefined,
  around: LocatedNode,
  tree: PythonTree,
): readonly Change[] {
  if (end === null || end === undefined || !isLocated(end)) return [];
  const own = signedNumber(end);
  if (own === null) return [];
  return ENDS.filter((other) => other !== own).map((other) => ({
    at: spanOf(end, tree),
    text: String(other),
    around,
  }));
}

/** The next number. */
function oneMore(input: Json): Json {
  return typeof input === 'number' ? input + 1 : input;
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
