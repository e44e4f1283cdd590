import { words } from '../engine-facts.js';
import { canBeFunction, functionAndIterable, isHarmlessGenerator } from '../lazy-expressions.js';
import { type DialectRule, defineRule } from '../rule.js';

const ANY_ALL = words('any all');

/** `any(f(x) for x in items)` stops at the first: Monty evaluates every item. */
export const anyAll: DialectRule = defineRule({
  id: 'dialect/any-all',
  types: ['Call'],
  check: (node, context) => {
    const name = context.builtinName(node.func, ANY_ALL);
    const [generator] = node.args;
    if (name === null || generator?.nodeType !== 'GeneratorExp') return null;
    if (isHarmlessGenerator(generator, context)) return null;
    const match = {
      node,
      effect: 'may_differ' as const,
      message: `Monty evaluates all of ${name}(...) before it looks at the first`,
      hint: 'use a loop where the evaluation can be noticed',
    };
    if (!canBeFunction(generator, context, true)) return match;
    return {
      ...match,
      repair: {
        description: `stop ${name} where the answer is known`,
        edits: [
          {
            ...context.span(node),
            parts: [`_mettle_${name}(`, ...functionAndIterable(generator, context), ')'],
          },
        ],
        preludes: ['lazy'],
      },
    };
  },
});
