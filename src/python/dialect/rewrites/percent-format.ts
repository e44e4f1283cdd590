import { isStringLiteral } from '../../ast/nodes.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `'%s is %d' % (a, b)`: Monty has no % for texts. */
export const percentFormat: DialectRule = defineRule({
  id: 'dialect/percent-format',
  types: ['BinOp'],
  check: (node, context) => {
    if (node.op.nodeType !== 'Mod') return null;
    const literal = isStringLiteral(node.left) || node.left.nodeType === 'JoinedStr';
    if (!literal && node.right.nodeType !== 'Tuple' && node.right.nodeType !== 'Dict') return null;
    return {
      node,
      effect: 'fails',
      message: 'Monty does not format texts with %',
      hint: 'use an f-string',
      repair: {
        description: 'format with a call',
        edits: [
          {
            ...context.span(node),
            parts: ['_mettle_percent((', context.span(node.left), '), (', context.span(node.right), '))'],
          },
        ],
        preludes: ['percent'],
      },
    };
  },
});
