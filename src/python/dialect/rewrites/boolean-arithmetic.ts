import { booleanValue, isStringLiteral, numberValue, type PythonExpression } from '../../ast/nodes.js';
import { isBooleanExpression } from '../boolean-expressions.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';
import { type DialectRule, defineRule, type RuleMatch } from '../rule.js';

/** Operators that Monty refuses for a boolean operand. */
const OPERATORS: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mod', 'FloorDiv', 'Div', 'Pow', 'Mult']);

/** `count + (a > b)` adds 1 or 0: Monty does not count with booleans. */
export const booleanArithmetic: DialectRule = defineRule({
  id: 'dialect/boolean-arithmetic',
  types: ['BinOp', 'AugAssign'],
  check: (node, context) => {
    if (!OPERATORS.has(node.op.nodeType)) return null;
    const [left, right] = node.nodeType === 'BinOp' ? [node.left, node.right] : [null, node.value];
    // With a text on the other side this is no arithmetic: formatting, or an error that names the types.
    if (isText(left) || isText(right) || (node.op.nodeType === 'Mod' && !isNumberLiteral(left))) return null;
    const booleans = [left, right].filter(
      (operand) => operand !== null && isBooleanExpression(operand, context),
    );
    return booleans.length === 0
      ? null
      : booleanMatch(
          booleans.filter((operand) => operand !== null),
          context,
        );
  },
});

function isText(node: PythonExpression | null): boolean {
  return isStringLiteral(node) || node?.nodeType === 'JoinedStr';
}

function isNumberLiteral(node: PythonExpression | null): boolean {
  return numberValue(node) !== null || booleanValue(node) !== null;
}

/** The match for expressions whose True and False must count as 1 and 0. */
export function booleanMatch(
  booleans: readonly PythonExpression[],
  context: DialectContext,
): RuleMatch | null {
  const [first] = booleans;
  if (first === undefined) return null;
  return {
    node: first,
    effect: 'fails',
    message: 'Monty does not count with booleans',
    hint: 'use int(...)',
    repair: { description: 'count 1 or 0', edits: booleans.map((node) => asNumber(node, context)) },
  };
}

/** The edit that makes 1 or 0 of a boolean expression. */
function asNumber(node: PythonExpression, context: DialectContext): Edit {
  const span = context.span(node);
  return { ...span, parts: ['(1 if ', span, ' else 0)'] };
}
