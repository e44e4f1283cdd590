import type { PythonExpression } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

/** Builtins that raise nothing and do nothing, whatever builtin value they are given. */
const HARMLESS_BUILTINS = words('str repr bool isinstance type id');

/**
 * Whether evaluating an expression can neither raise nor be noticed, so that it makes no difference when, or how
 * often, that happens. Classes of the source that define `__str__` or the like make it noticeable.
 */
export function isHarmless(node: PythonExpression, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Constant':
    case 'Name':
      return true;
    case 'Tuple':
    case 'List':
      return node.elts.every((element) => isHarmless(element, context));
    case 'UnaryOp':
      return node.op.nodeType === 'Not' && isHarmless(node.operand, context);
    case 'BoolOp':
      return node.values.every((value) => isHarmless(value, context));
    case 'IfExp':
      return [node.test, node.body, node.orelse].every((part) => isHarmless(part, context));
    case 'Compare':
      return (
        node.ops.every((operator) => ['Eq', 'NotEq', 'Is', 'IsNot'].includes(operator.nodeType)) &&
        !context.definesMethod(CUSTOM_METHODS) &&
        [node.left, ...node.comparators].every((part) => isHarmless(part, context))
      );
    case 'Call':
      return (
        context.builtinName(node.func, HARMLESS_BUILTINS) !== null &&
        !context.definesMethod(CUSTOM_METHODS) &&
        node.keywords.length === 0 &&
        node.args.length === (node.func.nodeType === 'Name' && node.func.id === 'isinstance' ? 2 : 1) &&
        node.args.every((argument) => isHarmless(argument, context))
      );
    default:
      return false;
  }
}

const CUSTOM_METHODS = words('__eq__ __ne__ __str__ __repr__');
