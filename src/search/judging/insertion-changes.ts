import type { Json } from '../../core/index.js';
import type { LocatedNode } from '../../python/index.js';
import { isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { type Change, spanOf } from './detail-change.js';

/** What is put at a place, where a list ends before it. */
export function insertionChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'BinOp' || node.op.nodeType !== 'Add') return [];
  const { left, right } = node;
  if (right.nodeType !== 'List' || !isLocated(right)) return [];
  if (left.nodeType !== 'Subscript' || left.slice.nodeType !== 'Slice' || !isLocated(left.value)) return [];
  const place = numberValue(left.slice.upper);
  if (typeof place !== 'number' || numberValue(left.slice.lower) !== null) return [];
  const text = `(${tree.text(right)} if len(${tree.text(left.value)}) > ${place} else [])`;
  return [{ at: spanOf(right, tree), text, show: [shortened(place)] }];
}

/** Ends a list before a place. */
function shortened(place: number): (input: Json) => Json {
  return (input) => (Array.isArray(input) ? (input as readonly Json[]).slice(0, place) : input);
}
