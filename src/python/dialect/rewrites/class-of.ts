import { type DialectRule, defineRule } from '../rule.js';

/** `x.__class__` is `type(x)`. */
export const classOf: DialectRule = defineRule({
  id: 'dialect/class-of',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.attr !== '__class__' || node.ctx.nodeType !== 'Load' || !context.isBuiltin('type')) return null;
    return {
      node,
      effect: 'fails',
      message: 'Monty has no attribute __class__',
      hint: 'use type(x)',
      repair: {
        description: 'use type(...)',
        edits: [{ ...context.span(node), parts: ['type(', context.span(node.value), ')'] }],
      },
    };
  },
});
