import { type DialectRule, defineRule } from '../rule.js';

/** `f.__name__`: functions have no attributes in Monty, but their text shows their name. */
export const functionName: DialectRule = defineRule({
  id: 'dialect/function-name',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.attr !== '__name__' || node.ctx.nodeType !== 'Load') return null;
    if (node.value.nodeType === 'Call' && context.builtinName(node.value.func, new Set(['type'])) !== null)
      return null;
    return {
      node,
      effect: 'may_fail',
      message: 'functions have no attributes in Monty, __name__ included',
      hint: 'pass the name along as text',
      repair: {
        description: 'ask for the name with a call',
        edits: [{ ...context.span(node), parts: ['_mettle_name(', context.span(node.value), ')'] }],
        preludes: ['functions'],
      },
    };
  },
});
