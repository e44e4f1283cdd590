import type { PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { countUses } from '../name-uses.js';
import { isOpenCall, isOpenFile } from '../open-files.js';
import { type DialectRule, defineRule } from '../rule.js';

const READERS = words('list tuple sorted enumerate set sum max min map filter zip');

/** `for line in file`: Monty does not iterate over files, but reads all their lines. */
export const readLines: DialectRule = defineRule({
  id: 'dialect/read-lines',
  types: ['Name', 'Call'],
  check: (node, context) => {
    const known =
      node.nodeType === 'Name'
        ? node.ctx.nodeType === 'Load' && isOpenFile(node.id, context)
        : isOpenCall(node, context);
    if (!known || !isIterated(node, context)) return null;
    const match = {
      node,
      effect: 'fails' as const,
      message: 'Monty does not iterate over files',
      hint: 'iterate over file.readlines()',
    };
    if (node.nodeType === 'Name' && readsInLoop(node, node.id, context)) return match;
    const span = context.span(node);
    return {
      ...match,
      repair: { description: 'read all lines', edits: [{ ...span, parts: [span, '.readlines()'] }] },
    };
  },
});

function isIterated(node: PythonNode, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  if ((parent?.nodeType === 'For' || parent?.nodeType === 'Comprehension') && parent.iter === node)
    return true;
  const call = context.callAround(node);
  return call !== null && context.builtinName(call.func, READERS) !== null;
}

/** Whether the body of the loop over the file touches the file: it would find it read to the end. */
function readsInLoop(node: PythonNode, name: string, context: DialectContext): boolean {
  const loop = context.tree.index.enclosing(node, ['For']);
  if (loop === undefined) return false;
  return countUses(name, context.span(loop), context) > 1;
}
