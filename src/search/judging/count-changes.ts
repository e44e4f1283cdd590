import { type LocatedNode, nameOf, type PythonNode } from '../../python/index.js';
import { isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { type Change, spanOf } from './detail-change.js';

/** The number of entries of a text, which is 1 for the empty text, where a person means 0. */
export function countChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const text = splitText(node) ?? separatedText(node);
  if (text === null || !isLocated(text)) return [];
  const changed = `(${tree.text(node)} if ${tree.text(text)} else 0)`;
  return [{ at: spanOf(node, tree), text: changed, show: [() => ''] }];
}

/** The text in `len(text.split(','))`; null for anything else, and for `len(text.split())`, which is 0 for the empty text. */
function splitText(node: PythonNode): PythonNode | null {
  if (node.nodeType !== 'Call' || nameOf(node.func) !== 'len' || node.args.length !== 1) return null;
  const [split] = node.args;
  return split === undefined ? null : receiverOf(split, 'split');
}

/** The text in `text.count(',') + 1`; null for anything else. */
function separatedText(node: PythonNode): PythonNode | null {
  if (node.nodeType !== 'BinOp' || node.op.nodeType !== 'Add') return null;
  if (numberValue(node.right) === 1) return receiverOf(node.left, 'count');
  return numberValue(node.left) === 1 ? receiverOf(node.right, 'count') : null;
}

/** What a method is called on with one argument. */
function receiverOf(node: PythonNode, method: string): PythonNode | null {
  if (node.nodeType !== 'Call' || node.func.nodeType !== 'Attribute' || node.func.attr !== method)
    return null;
  return node.args.length === 1 ? node.func.value : null;
}
