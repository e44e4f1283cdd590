import type { PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';
import { perName } from './per-context.js';

const SET_MAKERS = words('set frozenset');
const SET_METHODS = words('union intersection difference symmetric_difference');

/** Whether an expression can only be a set: a display, `set(...)`, operations on those, or a name for one of them. */
export function isSetExpression(node: PythonNode, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Set':
    case 'SetComp':
      return true;
    case 'Call':
      if (context.builtinName(node.func, SET_MAKERS) !== null) return true;
      return (
        node.func.nodeType === 'Attribute' &&
        SET_METHODS.has(node.func.attr) &&
        isSetExpression(node.func.value, context)
      );
    case 'BinOp':
      return (
        ['BitOr', 'BitAnd', 'Sub', 'BitXor'].includes(node.op.nodeType) &&
        (isSetExpression(node.left, context) || isSetExpression(node.right, context))
      );
    case 'Name':
      return isSetName(node.id, context);
    default:
      return false;
  }
}

const isSetName = perName(true, (name, context) => {
  const bindings = context.bindings.get(name) ?? [];
  return (
    bindings.length > 0 &&
    bindings.every((binding) => {
      const around = context.tree.index.parent(binding.node);
      const value =
        around?.nodeType === 'Assign' || around?.nodeType === 'AnnAssign' ? around.value : undefined;
      return value !== undefined && binding.node !== value && isSetExpression(value, context);
    })
  );
});
