import type { PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const ISINSTANCE = words('isinstance');

/** `isinstance(x, int | str)` is `isinstance(x, (int, str))`. */
export const isinstanceUnion: DialectRule = defineRule({
  id: 'dialect/isinstance-union',
  types: ['Call'],
  check: (node, context) => {
    if (context.builtinName(node.func, ISINSTANCE) === null || node.args.length !== 2) return null;
    const [, type] = node.args;
    if (type?.nodeType !== 'BinOp') return null;
    const members = unionMembers(type);
    if (members === null) return null;
    const parts = members.flatMap((member) => [typeText(member, context), ', ']);
    const { start, end } = context.span(type);
    return {
      node: type,
      effect: 'fails',
      message: 'Monty does not join types with |',
      hint: 'use a tuple of types',
      repair: { description: 'use a tuple of types', edits: [{ start, end, parts: ['(', ...parts, ')'] }] },
    };
  },
});

function unionMembers(node: PythonExpression): PythonExpression[] | null {
  if (node.nodeType === 'BinOp') {
    if (node.op.nodeType !== 'BitOr') return null;
    const left = unionMembers(node.left);
    const right = unionMembers(node.right);
    return left === null || right === null ? null : [...left, ...right];
  }
  const value: unknown = node.nodeType === 'Constant' ? node.value : undefined;
  return node.nodeType === 'Name' || node.nodeType === 'Attribute' || value === null ? [node] : null;
}

function typeText(
  member: PythonExpression,
  context: DialectContext,
): string | { start: number; end: number } {
  return member.nodeType === 'Constant' ? 'type(None)' : context.span(member);
}
