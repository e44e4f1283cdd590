import type { PythonExpression } from '../../ast/nodes.js';
import { isBooleanExpression } from '../boolean-expressions.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { booleanMatch } from './boolean-arithmetic.js';

const SUM = words('sum');

/** `sum(x > 1 for x in items)` counts 1 and 0; a sum of what may be booleans is made by a function that adds them. */
export const sumCall: DialectRule = defineRule({
  id: 'dialect/sum',
  types: ['Call'],
  check: (node, context) => {
    if (context.builtinName(node.func, SUM) === null) return null;
    const [items] = node.args;
    if (items === undefined || items.nodeType === 'Starred') return null;
    if (items.nodeType === 'GeneratorExp' || items.nodeType === 'ListComp') {
      if (isBooleanExpression(items.elt, context)) return booleanMatch([items.elt], context);
      if (isNumber(items.elt, context)) return null;
    }
    if (context.callAround(items) !== node) return null;
    return {
      node,
      effect: 'may_fail',
      message: 'Monty does not sum booleans',
      hint: 'sum int(...) of each',
      repair: {
        description: 'sum booleans as 1 and 0',
        edits: [{ ...context.span(node.func), parts: ['_mettle_sum'] }],
        preludes: ['numbers'],
      },
    };
  },
});

const NUMBER_BUILTINS = words('len int float abs ord round pow max min sum');

/** Whether an expression is surely no boolean. */
function isNumber(node: PythonExpression, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Constant': {
      const value: unknown = node.value;
      return typeof value !== 'boolean';
    }
    case 'BinOp':
      return !['BitAnd', 'BitOr', 'BitXor'].includes(node.op.nodeType);
    case 'UnaryOp':
      return node.op.nodeType !== 'Not';
    case 'List':
    case 'Tuple':
    case 'ListComp':
    case 'JoinedStr':
      return true;
    case 'Call':
      return (
        context.builtinName(node.func, NUMBER_BUILTINS) !== null &&
        !(node.func.nodeType === 'Name' && (node.func.id === 'max' || node.func.id === 'min'))
      );
    case 'IfExp':
      return isNumber(node.body, context) && isNumber(node.orelse, context);
    default:
      return false;
  }
}
