import { booleanValue, numberValue, type PythonNode, stringValue } from '../../ast/nodes.js';
import { type DialectRule, defineRule } from '../rule.js';
import { setOrder } from './set-order.js';

/** Code that runs in Monty and may come to another result, without any error. */
export const valueRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/mixed-keys',
    types: ['Dict', 'Subscript'],
    check: (node) => {
      if (node.nodeType === 'Subscript') {
        return booleanValue(node.slice) !== null && node.ctx.nodeType === 'Store' ? mixedKeys(node) : null;
      }
      const booleans = node.keys.some((key) => key !== null && booleanValue(key) !== null);
      const numbers = node.keys.some(
        (key) => key !== null && [0, 1].includes(Number(numberValue(key) ?? -1)),
      );
      return booleans && numbers ? mixedKeys(node) : null;
    },
  }),
  setOrder,
  defineRule({
    id: 'dialect/regular-expression',
    types: ['Call'],
    check: (node, context) => {
      const called = context.qualifiedName(node.func);
      if (called === null || !/^re\.(split|sub|findall|finditer)$/.test(called)) return null;
      const pattern = stringValue(node.args[0]);
      const verb = called.slice(3);
      if (pattern === null) return null;
      if (verb === 'split' && /(^|[^\\])(\\\\)*\((?!\?)/.test(pattern)) {
        return {
          node,
          effect: 'may_differ',
          message: 'Monty leaves the separators out where the pattern of re.split has groups',
          hint: 'use re.finditer, or a pattern without groups',
        };
      }
      return matchesNothing(pattern)
        ? {
            node,
            effect: 'may_differ',
            message: `Monty counts empty matches in re.${verb} differently`,
            hint: 'use a pattern that cannot match nothing',
          }
        : null;
    },
  }),
];

function mixedKeys(node: PythonNode): {
  node: PythonNode;
  effect: 'may_differ';
  message: string;
  hint: string;
} {
  return {
    node,
    effect: 'may_differ',
    message: 'Monty replaces the key when equal keys differ in type: True, 1 and 1.0',
    hint: 'use keys of one type',
  };
}

/** Whether a pattern can match the empty text, as far as JavaScript can tell. */
function matchesNothing(pattern: string): boolean {
  const widthless = pattern.replace(/\\[bBAZ]|\(\?<?[=!][^()]*\)|[\^$]/g, '');
  const plain = widthless.replace(/\(\?P</g, '(?<').replace(/\(\?P=(\w+)\)/g, '\\k<$1>');
  try {
    return new RegExp(`^(?:${plain})$`).test('');
  } catch {
    return false;
  }
}
