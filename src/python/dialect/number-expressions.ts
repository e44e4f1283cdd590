import { numberValue, type PythonExpression } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

const FLOAT = words('float');

/** Whether an expression is a float for all that its text tells. */
export function isFloat(node: PythonExpression, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Constant': {
      const value: unknown = node.value;
      const text = context.tree.text(node);
      return typeof value === 'number' && /[.eE]/.test(text) && !/^0x/i.test(text);
    }
    case 'BinOp':
      return (
        node.op.nodeType === 'Div' ||
        (['Add', 'Sub', 'Mult'].includes(node.op.nodeType) &&
          (isFloat(node.left, context) || isFloat(node.right, context)))
      );
    case 'UnaryOp':
      return node.op.nodeType !== 'Not' && isFloat(node.operand, context);
    case 'Call':
      return context.builtinName(node.func, FLOAT) !== null;
    default:
      return false;
  }
}

/** The whole number that a literal is; null for anything else, negative numbers among them. */
export function wholeNumber(node: PythonExpression, context: DialectContext): number | null {
  const value = isFloat(node, context) ? null : numberValue(node);
  return value === null || !Number.isSafeInteger(Number(value)) ? null : Number(value);
}
