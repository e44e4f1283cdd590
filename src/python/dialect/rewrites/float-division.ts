import { words } from '../engine-facts.js';
import { isFloat } from '../number-expressions.js';
import { type DialectRule, defineRule } from '../rule.js';

const DIVMOD = words('divmod');

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
