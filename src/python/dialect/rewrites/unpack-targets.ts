import type { NodeOf, PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Span } from '../edit.js';
import { type DialectRule, defineRule } from '../rule.js';
import { sliceArguments } from './delete-items.js';

/**
 * `a[i], a[j] = a[j], a[i]`: the value is unpacked into temporaries, then each target is assigned from left to
 * right, each target's own expressions evaluated when its turn comes, as CPython does.
 */
export const unpackTargets: DialectRule = defineRule({
  id: 'dialect/unpack-targets',
  types: ['Assign'],
  check: (node, context) => {
    const target = node.targets.find((each) => leaves(each).some(({ leaf }) => leaf.nodeType !== 'Name'));
    if (target === undefined || (target.nodeType !== 'Tuple' && target.nodeType !== 'List')) return null;
    const match = {
      node,
      effect: 'rejected' as const,
      message: 'Monty does not unpack into subscripts and attributes',
      hint: 'unpack into names and assign from them',
    };
    if (node.targets.length > 1) return match;
    return { ...match, repair: repairOf(node, target, context) };
  },
});

function repairOf(
  node: NodeOf<'Assign'>,
  target: PythonExpression,
  context: DialectContext,
): {
  description: string;
  edits: { start: number; end: number; parts: (string | Span)[] }[];
  preludes: string[];
} {
  const statement = context.span(node);
  const parts: (string | Span)[] = [];
  const assignments: (string | Span)[] = [];
  const preludes: string[] = [];
  let at = statement.start;
  let direct = true;
  for (const { leaf } of leaves(target)) {
    // Names before the first other target may be assigned while unpacking: nothing evaluated in between sees them early.
    if (direct && leaf.nodeType === 'Name') continue;
    direct = false;
    const span = context.span(leaf);
    const name = context.temporaryName();
    parts.push({ start: at, end: span.start }, name);
    at = span.end;
    if (leaf.nodeType === 'Subscript' && leaf.slice.nodeType === 'Slice') {
      preludes.push('containers');
      assignments.push(`; _mettle_assign_slice(${name}, (`, context.span(leaf.value), '), ');
      assignments.push(...sliceArguments(leaf.slice, context), ')');
    } else assignments.push('; ', span, ` = ${name}`);
  }
  parts.push({ start: at, end: statement.end });
  return {
    description: 'unpack into names first',
    edits: [{ ...statement, parts: [...parts, ...assignments] }],
    preludes,
  };
}

/** The single targets within a target, from left to right. */
function leaves(target: PythonExpression): { leaf: PythonExpression }[] {
  if (target.nodeType === 'Starred') return leaves(target.value);
  if (target.nodeType === 'Tuple' || target.nodeType === 'List') return target.elts.flatMap(leaves);
  return [{ leaf: target }];
}
