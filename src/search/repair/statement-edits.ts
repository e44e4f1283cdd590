import type { LocatedNode, PythonNode } from '../../python/index.js';
import { isLocated, type PythonTree } from '../../python/internal.js';
import type { ScriptEdit } from './script-edit.js';

const BODIES = new Set<PythonNode['nodeType']>(['FunctionDef', 'For', 'While', 'If', 'With']);

/** A block's statements with one dropped, two neighbours swapped, or one under or out of a condition. */
export function statementEdits(node: LocatedNode, tree: PythonTree): ScriptEdit[] {
  const parent = tree.index.parent(node);
  if (parent === undefined || !BODIES.has(parent.nodeType) || !('body' in parent)) return [];
  const body = parent.body as readonly PythonNode[];
  const at = body.indexOf(node);
  if (at < 0) return [];
  const edits: ScriptEdit[] = [];
  const [start, end] = [tree.start(node), tree.end(node)];
  const text = tree.code.slice(start, end);
  edits.push({ start, end, text: 'pass' });
  const next = body[at + 1];
  if (next !== undefined && isLocated(next)) {
    const between = tree.code.slice(end, tree.start(next));
    edits.push({ start, end: tree.end(next), text: `${tree.text(next)}${between}${text}` });
  }
  if (node.nodeType === 'Return' && at === body.length - 1) edits.push(...outdented(node, parent, tree));
  return edits;
}

/** A `return` at the end of a loop, moved behind it. */
function outdented(node: LocatedNode, parent: PythonNode, tree: PythonTree): ScriptEdit[] {
  if ((parent.nodeType !== 'For' && parent.nodeType !== 'While') || !isLocated(parent)) return [];
  const indent = ' '.repeat(parent.col_offset);
  const text = `pass\n${indent}${tree.text(node)}`;
  return [{ start: tree.start(node), end: tree.end(node), text }];
}
