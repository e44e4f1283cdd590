import type { PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const DIVMOD = words('divmod');
const FLOAT = words('float');

/** `divmod(a, b)` and `a // 0.1`: Monty rounds some quotients of floats up that CPython rounds down. */
export const floatDivision: DialectRule = defineRule({
  id: 'dialect/float-division',
  types: ['Call', 'BinOp'],
  check: (node, context) => {
    const match = {
      node,
      effect: 'may_differ' as const,
      message: 'Monty rounds some quotients of floats differently',
      hint: 'use math.floor(a / b), or integers',
    };
    if (node.nodeType === 'Call') {
      if (context.builtinName(node.func, DIVMOD) === null) return null;
      const edits = [{ ...context.span(node.func), parts: ['_mettle_divmod'] }];
      return { ...match, repair: { description: 'divide by remainders', edits, preludes: ['numbers'] } };
    }
    if (node.op.nodeType !== 'FloorDiv') return null;
    if (!isFloat(node.left, context) && !isFloat(node.right, context)) return null;
    return {
      ...match,
      repair: {
        description: 'divide by remainders',
        edits: [
          {
            ...context.span(node),
            parts: [
              '_mettle_floor_divide((',
              context.span(node.left),
              '), (',
              context.span(node.right),
              '))',
            ],
          },
        ],
        preludes: ['numbers'],
      },
    };
  },
});

/** Whether an expression is a float for all that its text tells. */
function isFloat(node: PythonExpression, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Constant': {
      const value: unknown = node.value;
      return (
        typeof value === 'number' &&
        /[.eE]/.test(context.tree.text(node)) &&
        !/^0x/i.test(context.tree.text(node))
      );
    }
    case 'BinOp':
      return (
        node.op.nodeType === 'Div' ||
        (['Add', 'Sub', 'Mult'].includes(node.op.nodeType) &&
          (isFloat(node.left, context) || isFloat(node.right, context)))
      );
    case 'UnaryOp':
      return node.op.nodeType !== 'Not' && isFloat(node.operand, context);
    case 'Call':
      return context.builtinName(node.func, FLOAT) !== null;
    default:
      return false;
  }
}
