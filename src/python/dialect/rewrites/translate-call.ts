import { type DialectRule, defineRule } from '../rule.js';

/** `text.translate(str.maketrans(...))`: Monty's texts have neither. */
export const translateCall: DialectRule = defineRule({
  id: 'dialect/translate',
  types: ['Call'],
  check: (node, context) => {
    if (node.func.nodeType !== 'Attribute' || node.keywords.length > 0) return null;
    const { attr, value } = node.func;
    const make = attr === 'maketrans' && context.builtinName(value, new Set(['str'])) !== null;
    const translate = attr === 'translate' && node.args.length === 1 && !context.bindsAttribute('translate');
    const [table] = node.args;
    if (table === undefined || table.nodeType === 'Starred' || !(make || translate)) return null;
    const edit = make
      ? { ...context.span(node.func), parts: ['_mettle_maketrans'] }
      : {
          ...context.span(node),
          parts: ['_mettle_translate((', context.span(value), '), (', context.span(table), '))'],
        };
    return {
      node,
      effect: 'fails',
      message: `Monty's texts have no ${attr}`,
      hint: 'use replace, or join the characters',
      repair: { description: 'translate with a call', edits: [edit], preludes: ['text'] },
    };
  },
});
