import { type DialectRule, defineRule } from '../rule.js';

/** Dates read from texts: Monty refuses some that CPython reads, and reads some that it refuses. */
export const dateText: DialectRule = defineRule({
  id: 'dialect/date-text',
  types: ['Call'],
  check: (node, context) => {
    if (node.func.nodeType !== 'Attribute') return null;
    const name = node.func.attr;
    const wanted = name === 'strptime' ? 2 : name === 'fromisoformat' ? 1 : 0;
    if (wanted === 0 || context.bindsAttribute(name)) return null;
    const match = {
      node,
      effect: 'may_differ' as const,
      message: `Monty's ${name} takes other texts for dates than CPython`,
      hint: 'split the text and pass numbers to the constructor',
    };
    const [text, format] = node.args;
    const isPlain =
      node.args.length === wanted &&
      node.keywords.length === 0 &&
      node.args.every(({ nodeType }) => nodeType !== 'Starred');
    if (!isPlain || text === undefined) return match;
    const edit =
      format === undefined
        ? { ...context.span(text), parts: ['_mettle_iso_text((', context.span(text), '))'] }
        : {
            start: context.span(text).start,
            end: context.span(format).end,
            parts: ['*_mettle_date_text((', context.span(text), '), (', context.span(format), '))'],
          };
    return {
      ...match,
      repair: { description: 'notice unusual texts for dates', edits: [edit], preludes: ['dates'] },
    };
  },
});
