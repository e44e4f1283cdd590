import { booleanValue, type NodeOf, numberValue, type PythonNode, stringValue } from '../../ast/nodes.js';
import { BUILTIN_METHODS, words } from '../engine-facts.js';
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
    id: 'dialect/attribute-test',
    types: ['Call'],
    check: (node, context) => {
      const name = context.builtinName(node.func, ATTRIBUTE_TESTS);
      if (name === null || (name === 'getattr' && node.args.length < 3)) return null;
      const attribute = stringValue(node.args[1]);
      if (attribute !== null && !isOfBuiltins(attribute)) return null;
      return {
        node,
        effect: 'may_differ',
        message: `Monty's ${name} does not find the methods of builtin types`,
        hint: 'ask with isinstance',
        ...(attribute === null
          ? {
              repair: {
                description: 'notice where a builtin type has the attribute',
                edits: [{ ...context.span(node.func), parts: [`_mettle_${name}`] }],
                preludes: ['caught'],
              },
            }
          : {}),
      };
    },
  }),
  defineRule({
    id: 'dialect/last-digit',
    types: ['Attribute', 'Name'],
    check: (node, context) => {
      if (node.ctx.nodeType !== 'Load') return null;
      const name = context.qualifiedName(node);
      return name === null || !INEXACT.has(name)
        ? null
        : {
            node,
            effect: 'may_differ',
            message: `Monty's ${name} has another last digit for some values`,
            hint: 'round the result',
          };
    },
  }),
  defineRule({
    id: 'dialect/date-format',
    types: ['Call', 'FormattedValue'],
    check: (node) => {
      const format = dateFormat(node);
      return format === null || isPlainDateFormat(format)
        ? null
        : {
            node,
            effect: 'may_differ',
            message: 'Monty writes some parts of dates differently: %f has nine digits',
            hint: 'format the parts one by one',
          };
    },
  }),
];

const ATTRIBUTE_TESTS = words('hasattr getattr');
const BUILTIN_METHOD_NAMES = new Set(Object.values(BUILTIN_METHODS).flatMap((names) => [...names]));
const INEXACT = words('math.atanh math.erf math.erfc math.gamma math.lgamma math.cbrt');

/** Whether objects of builtin types have an attribute of this name, special methods included. */
function isOfBuiltins(name: string): boolean {
  return BUILTIN_METHOD_NAMES.has(name) || /^__\w+__$/.test(name);
}

/** The format of a date in a node, `%?` where only the run knows it; null where there is none. */
function dateFormat(node: NodeOf<'Call'> | NodeOf<'FormattedValue'>): string | null {
  if (node.nodeType === 'Call') {
    if (node.func.nodeType !== 'Attribute' || node.func.attr !== 'strftime') return null;
    return stringValue(node.args[0]) ?? '%?';
  }
  if (node.format_spec?.nodeType !== 'JoinedStr') return null;
  const parts = node.format_spec.values.map(specText).join('');
  return /%[A-Za-z]/.test(parts) ? parts : null;
}

/** The text of a part of a format, which is written without quotes. */
function specText(part: PythonNode): string {
  const value: unknown = part.nodeType === 'Constant' ? part.value : '';
  return typeof value === 'string' ? value : '';
}

function isPlainDateFormat(format: string): boolean {
  return !/%(?![aAbBcdDeFGhHIjmMnprRStTuUVwWxXyY%-]|$)/.test(format);
}

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
