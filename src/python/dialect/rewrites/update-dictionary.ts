import { type DialectRule, defineRule } from '../rule.js';
import { isDictionary } from './merge-dictionaries.js';

/** `settings |= {'debug': True}`: Monty does not join dicts. */
export const updateDictionary: DialectRule = defineRule({
  id: 'dialect/update-dictionary',
  types: ['AugAssign'],
  check: (node, context) => {
    if (node.op.nodeType !== 'BitOr' || node.target.nodeType !== 'Name') return null;
    if (!isDictionary(node.value, context) && !isDictionary(node.target, context)) return null;
    const target = context.span(node.target);
    return {
      node,
      effect: 'fails',
      message: 'Monty does not join dicts with |=',
      hint: 'use update',
      repair: {
        description: 'join with a call',
        edits: [
          {
            ...context.span(node),
            parts: [target, ' = _mettle_update(', target, ', (', context.span(node.value), '))'],
          },
        ],
        preludes: ['containers'],
      },
    };
  },
});
