import { type DialectRule, defineRule } from '../rule.js';

/** `text.center(width)`: Monty puts the odd space on the other side. */
export const centerCall: DialectRule = defineRule({
  id: 'dialect/center',
  types: ['Call'],
  check: (node, context) => {
    if (node.func.nodeType !== 'Attribute' || node.func.attr !== 'center') return null;
    if (context.bindsAttribute('center') || node.keywords.length > 0) return null;
    const [width, fill] = node.args;
    if (width === undefined || node.args.length > 2) return null;
    if (width.nodeType === 'Starred' || fill?.nodeType === 'Starred') return null;
    const { start, end } = context.span(node);
    const receiver = context.span(node.func.value);
    return {
      node,
      effect: 'may_differ',
      message: 'Monty centers texts in odd spaces on the other side',
      hint: 'use an f-string: f"{text:^10}"',
      repair: {
        description: 'center with a call',
        edits: [
          {
            start,
            end,
            parts: [
              '_mettle_center((',
              receiver,
              '), ',
              context.span(width),
              ...(fill === undefined ? [] : [', ', context.span(fill)]),
              ')',
            ],
          },
        ],
        preludes: ['text'],
      },
    };
  },
});
