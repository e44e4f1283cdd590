import { booleanValue, nameOf, numberValue, type PythonNode, stringValue } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { isSetExpression } from '../set-expressions.js';

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
  defineRule({
    id: 'dialect/set-order',
    types: ['For', 'Comprehension', 'Call', 'FormattedValue', 'Starred'],
    check: (node, context) => {
      const shown = orderedUse(node, context);
      return shown !== null && isSetExpression(shown, context)
        ? {
            node: shown,
            effect: 'may_differ',
            message: 'Monty keeps sets in the order of insertion, CPython in the order of hashes',
            hint: 'sort it: sorted(...)',
          }
        : null;
    },
  }),
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

const ORDERED = words('list tuple enumerate print str repr map filter zip next iter');

/** The expression whose order a node lets out, if it does. */
function orderedUse(node: PythonNode, context: DialectContext): PythonNode | null {
  switch (node.nodeType) {
    case 'For':
      return node.iter;
    case 'Comprehension': {
      const around = context.tree.index.parent(node);
      return around?.nodeType === 'SetComp' || around?.nodeType === 'DictComp' || isOrderless(around, context)
        ? null
        : node.iter;
    }
    case 'FormattedValue':
      return node.value;
    case 'Starred':
      return node.value;
    case 'Call': {
      const [first] = node.args;
      if (first === undefined) return null;
      if (node.func.nodeType === 'Attribute') {
        return node.func.attr === 'join' || node.func.attr === 'extend' ? first : null;
      }
      const name = nameOf(node.func);
      if (name === null || !ORDERED.has(name) || !context.isBuiltin(name)) return null;
      if (isOrderless(node, context)) return null;
      return node.args.find((argument) => isSetExpression(argument, context)) ?? null;
    }
    default:
      return null;
  }
}

const ORDERLESS = words('sorted set frozenset sum min max any all len');

/** Whether what a node makes is used in a way that its order does not matter to. */
function isOrderless(node: PythonNode | undefined, context: DialectContext): boolean {
  if (node === undefined) return false;
  const call = context.callAround(node);
  return call !== null && context.builtinName(call.func, ORDERLESS) !== null;
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
