import type { PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { perContext } from './per-context.js';

/** Whether a name is read nowhere but in annotations, which Monty does not evaluate. */
export function usedOnlyInAnnotations(name: string, context: DialectContext): boolean {
  return !readAtRunTime(context).has(name);
}

const readAtRunTime = perContext((context) => {
  const names = new Set<string>();
  for (const node of context.tree.index.ofType('Name')) {
    if (node.ctx.nodeType === 'Load' && !names.has(node.id) && !inAnnotation(node, context))
      names.add(node.id);
  }
  return names;
});

function inAnnotation(node: PythonNode, context: DialectContext): boolean {
  let child: PythonNode = node;
  for (let at = context.tree.index.parent(child); at !== undefined; at = context.tree.index.parent(at)) {
    if (at.nodeType === 'Arg') return true;
    if (at.nodeType === 'AnnAssign') return at.annotation === child;
    if (at.nodeType === 'FunctionDef' || at.nodeType === 'AsyncFunctionDef') return at.returns === child;
    if (at.nodeType === 'Lambda' || at.nodeType === 'ClassDef') return false;
    child = at;
  }
  return false;
}
