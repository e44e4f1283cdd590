import { type DialectRule, defineRule } from '../rule.js';
import { sliceArguments } from './delete-items.js';

/** `items[a:b] = values`: the value is evaluated first, then the list, then the bounds, as in an assignment. */
export const assignSlice: DialectRule = defineRule({
  id: 'dialect/assign-slice',
  types: ['Assign'],
  check: (node, context) => {
    const target = node.targets.find(
      (each) => each.nodeType === 'Subscript' && each.slice.nodeType === 'Slice',
    );
    if (target?.nodeType !== 'Subscript' || target.slice.nodeType !== 'Slice') return null;
    const match = {
      node,
      effect: 'fails' as const,
      message: 'Monty does not assign to slices',
      hint: 'build a new list: items = items[:a] + values + items[b:]',
    };
    if (node.targets.length > 1) return match;
    return {
      ...match,
      repair: {
        description: 'assign to the slice with a call',
        edits: [
          {
            ...context.span(node),
            parts: [
              '_mettle_assign_slice((',
              context.span(node.value),
              '), (',
              context.span(target.value),
              '), ',
              ...sliceArguments(target.slice, context),
              ')',
            ],
          },
        ],
        preludes: ['containers'],
      },
    };
  },
});
