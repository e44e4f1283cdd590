import type { PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

const SET_MAKERS = words('set frozenset');
const SET_METHODS = words('union intersection difference symmetric_difference');

/** Whether an expression can only be a set: a display, `set(...)`, operations on those, or a name for one of them. */
export function isSetExpression(node: PythonNode, context: DialectContext, depth = 0): boolean {
  if (depth > 5) return false;
  switch (node.nodeType) {
    case 'Set':
    case 'SetComp':
      return true;
    case 'Call':
      if (context.builtinName(node.func, SET_MAKERS) !== null) return true;
      return (
        node.func.nodeType === 'Attribute' &&
        SET_METHODS.has(node.func.attr) &&
        isSetExpression(node.func.value, context, depth + 1)
      );
    case 'BinOp':
      return (
        ['BitOr', 'BitAnd', 'Sub', 'BitXor'].includes(node.op.nodeType) &&
        (isSetExpression(node.left, context, depth + 1) || isSetExpression(node.right, context, depth + 1))
      );
    case 'Name': {
      const bindings = context.bindings.get(node.id) ?? [];
      return (
        bindings.length > 0 &&
        bindings.every((binding) => {
          const around = context.tree.index.parent(binding.node);
          const value =
            around?.nodeType === 'Assign' || around?.nodeType === 'AnnAssign' ? around.value : undefined;
          return value !== undefined && binding.node !== value && isSetExpression(value, context, depth + 1);
        })
      );
    }
    default:
      return false;
  }
}
