import type { NodeOf } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit, Span } from '../edit.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `del d[key]` and `del items[a:b]`, which Monty's parser refuses, become calls that do the same. */
export const deleteItems: DialectRule = defineRule({
  id: 'dialect/delete',
  types: ['Delete'],
  check: (node, context) => {
    const calls = node.targets.map((target) => callFor(target, context));
    const match = {
      node,
      effect: 'rejected' as const,
      message: 'Monty does not have the del statement',
      hint: 'use pop or remove, or assign None',
    };
    const parts: Edit['parts'][number][] = [];
    for (const call of calls) {
      if (call === null) return match;
      if (parts.length > 0) parts.push('; ');
      parts.push(...call);
    }
    return {
      ...match,
      repair: {
        description: 'delete with a call',
        edits: [{ ...context.span(node), parts }],
        preludes: ['containers'],
      },
    };
  },
});

function callFor(
  target: NodeOf<'Delete'>['targets'][number],
  context: DialectContext,
): (string | Span)[] | null {
  if (target.nodeType !== 'Subscript') return null;
  const container = context.span(target.value);
  if (target.slice.nodeType !== 'Slice') {
    return ['_mettle_delete_item((', container, '), (', context.span(target.slice), '))'];
  }
  return ['_mettle_delete_slice((', container, '), ', ...sliceArguments(target.slice, context), ')'];
}

/** The three parts of a slice as arguments. */
export function sliceArguments(slice: NodeOf<'Slice'>, context: DialectContext): (string | Span)[] {
  return [slice.lower, slice.upper, slice.step].flatMap((part, index): (string | Span)[] => [
    index === 0 ? '' : ', ',
    part === undefined || part === null ? 'None' : context.span(part),
  ]);
}
