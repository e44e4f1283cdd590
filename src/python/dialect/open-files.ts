import type { PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { perName } from './per-context.js';

/** Whether a name is bound by `open(...)` alone: `with open(p) as name`, `name = open(p)`. */
export const isOpenFile: (name: string, context: DialectContext) => boolean = perName(
  false,
  (name, context) => {
    const bindings = context.bindings.get(name) ?? [];
    return (
      bindings.length > 0 &&
      bindings.every((binding) => {
        const around = context.tree.index.parent(binding.node);
        if (around?.nodeType === 'WithItem') return isOpenCall(around.context_expr, context);
        return (
          around?.nodeType === 'Assign' && around.value !== binding.node && isOpenCall(around.value, context)
        );
      })
    );
  },
);

/** Whether a node is a call of the builtin `open`, of `Path.open`, or of `io.StringIO`. */
export function isOpenCall(node: PythonNode, context: DialectContext): boolean {
  if (node.nodeType !== 'Call') return false;
  if (context.builtinName(node.func, OPEN) !== null) return true;
  if (context.qualifiedName(node.func) === 'io.StringIO') return true;
  return node.func.nodeType === 'Attribute' && node.func.attr === 'open' && !context.bindsAttribute('open');
}

const OPEN: ReadonlySet<string> = new Set(['open']);
