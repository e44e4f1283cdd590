import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const ROUND = words('round');

/** `round(x, 2)` of halves: Monty rounds some of them up that CPython, which looks at the exact value, rounds down. */
export const roundCall: DialectRule = defineRule({
  id: 'dialect/round',
  types: ['Call'],
  check: (node, context) => {
    if (context.builtinName(node.func, ROUND) === null) return null;
    if (node.args.length + node.keywords.length < 2) return null;
    return {
      node,
      effect: 'may_differ',
      message: 'Monty rounds some halves to the other side: round(2.675, 2)',
      hint: 'format instead: f"{x:.2f}"',
      repair: {
        description: 'round by the exact value',
        edits: [{ ...context.span(node.func), parts: ['_mettle_round'] }],
        preludes: ['numbers'],
      },
    };
  },
});
