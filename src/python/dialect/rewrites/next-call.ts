import { words } from '../engine-facts.js';
import { canBeFunction, functionAndIterable } from '../lazy-expressions.js';
import { type DialectRule, defineRule } from '../rule.js';

const NEXT = words('next');

/** `next((x for x in items if f(x)), None)`: in Monty a generator expression is a list, which has no next. */
export const nextCall: DialectRule = defineRule({
  id: 'dialect/next',
  types: ['Call'],
  check: (node, context) => {
    const [generator, fallback] = node.args;
    if (context.builtinName(node.func, NEXT) === null || generator?.nodeType !== 'GeneratorExp') return null;
    const match = {
      node,
      effect: 'fails' as const,
      message: 'Monty makes a list of a generator expression, and next takes none',
      hint: 'use a loop with break',
    };
    if (!canBeFunction(generator, context, true)) return match;
    return {
      ...match,
      repair: {
        description: 'look for the first with a function',
        edits: [
          {
            ...context.span(node),
            parts: [
              '_mettle_next(',
              ...functionAndIterable(generator, context),
              ...(fallback === undefined ? [] : [', ', context.span(fallback)]),
              ')',
            ],
          },
        ],
        preludes: ['lazy'],
      },
    };
  },
});
