import { booleanValue, type PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

const BOOLEAN_BUILTINS = words('isinstance bool any all hasattr');
const CUSTOM_EQUALITY = words('__eq__ __ne__');

/**
 * Whether an expression can only be True or False in Monty, where no class but by `__eq__` decides what a
 * comparison gives.
 */
export function isBooleanExpression(node: PythonNode, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Constant':
      return booleanValue(node) !== null;
    case 'UnaryOp':
      return node.op.nodeType === 'Not';
    case 'Compare':
      return (
        !node.ops.some((operator) => operator.nodeType === 'Eq' || operator.nodeType === 'NotEq') ||
        !context.definesMethod(CUSTOM_EQUALITY)
      );
    case 'BoolOp':
      return node.values.every((value) => isBooleanExpression(value, context));
    case 'IfExp':
      return isBooleanExpression(node.body, context) && isBooleanExpression(node.orelse, context);
    case 'Call':
      return context.builtinName(node.func, BOOLEAN_BUILTINS) !== null;
    default:
      return false;
  }
}
