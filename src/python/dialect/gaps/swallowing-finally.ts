import { eachChild } from '../../ast/child-nodes.js';
import type { PythonNode } from '../../ast/nodes.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `finally: return x` ends an exception on its way, whatever it was. */
export const swallowingFinally: DialectRule = defineRule({
  id: 'dialect/swallowing-finally',
  types: ['Try'],
  check: (node) => {
    const leaving = firstLeaving(node.finalbody);
    return leaving === null
      ? null
      : {
          node: leaving,
          effect: 'may_differ',
          message: 'an exception that Monty raises for what it lacks may end here unseen',
          hint: 'leave the finally block by its end',
        };
  },
});

/** The first `return` of statements, or `break` or `continue` of a loop around them; null where there is none. */
function firstLeaving(statements: readonly PythonNode[]): PythonNode | null {
  const pending = statements.map((node) => ({ node, inLoop: false }));
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { node, inLoop } = next;
    if (node.nodeType === 'Return') return node;
    if (!inLoop && (node.nodeType === 'Break' || node.nodeType === 'Continue')) return node;
    if (
      node.nodeType === 'FunctionDef' ||
      node.nodeType === 'AsyncFunctionDef' ||
      node.nodeType === 'ClassDef'
    )
      continue;
    const loop = inLoop || node.nodeType === 'For' || node.nodeType === 'While';
    eachChild(node, (child) => pending.push({ node: child, inLoop: loop }));
  }
  return null;
}
