import type { NodeOf } from '../../ast/nodes.js';
import { membersOf } from '../decorated-methods.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `shape.area = 5` where `area` is a property of some class. */
export const memberAssignment: DialectRule = defineRule({
  id: 'dialect/member-assignment',
  types: ['Assign', 'AugAssign'],
  check: (node, context) => {
    const target = node.nodeType === 'AugAssign' ? node.target : node.targets[0];
    if (target?.nodeType !== 'Attribute' || !membersOf(context).has(target.attr)) return null;
    const match = {
      node,
      effect: 'may_differ' as const,
      message: `${target.attr} is a property, which Monty does not have`,
      hint: 'use a plain method',
    };
    const parts =
      node.nodeType === 'Assign' ? assigned(node, target, context) : changed(node, target, context);
    if (parts === null) return match;
    return {
      ...match,
      repair: {
        description: 'set the member with a call',
        edits: [{ ...context.span(node), parts }],
        preludes: ['properties'],
      },
    };
  },
});

function assigned(
  node: NodeOf<'Assign'>,
  target: NodeOf<'Attribute'>,
  context: DialectContext,
): Edit['parts'] | null {
  if (node.targets.length > 1) return null;
  return [
    '_mettle_write((',
    context.span(node.value),
    '), (',
    context.span(target.value),
    `), '${target.attr}')`,
  ];
}

function changed(
  node: NodeOf<'AugAssign'>,
  target: NodeOf<'Attribute'>,
  context: DialectContext,
): Edit['parts'] | null {
  if (target.value.nodeType !== 'Name') return null;
  const name = context.temporaryName();
  const owner = context.span(target.value);
  const rest = { start: context.tree.end(target), end: context.tree.end(node) };
  return [
    `${name} = _mettle_read(`,
    owner,
    `, '${target.attr}'); ${name}`,
    rest,
    `; _mettle_write(${name}, `,
    owner,
    `, '${target.attr}')`,
  ];
}
