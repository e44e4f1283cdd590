import { type DialectRule, defineRule } from '../rule.js';
import { isShown } from '../shown-expressions.js';

/** `x.__class__` is `type(x)`. */
export const classOf: DialectRule = defineRule({
  id: 'dialect/class-of',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.attr !== '__class__' || node.ctx.nodeType !== 'Load' || !context.isBuiltin('type')) return null;
    const shown = isShown(node, context);
    const called = shown ? '_mettle_type(' : 'type(';
    return {
      node,
      effect: 'fails',
      message: 'Monty has no attribute __class__',
      hint: 'use type(x)',
      repair: {
        description: 'use type(...)',
        edits: [{ ...context.span(node), parts: [called, context.span(node.value), ')'] }],
        ...(shown ? { preludes: ['types'] } : {}),
      },
    };
  },
});
