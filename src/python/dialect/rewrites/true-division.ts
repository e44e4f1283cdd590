import { numberValue } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { isFloat, wholeNumber } from '../number-expressions.js';
import { perContext } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `a / b` of integers beyond 2**53, in a source that makes such: Monty rounds them to floats before it divides. */
export const trueDivision: DialectRule = defineRule({
  id: 'dialect/true-division',
  types: ['BinOp'],
  check: (node, context) => {
    if (node.op.nodeType !== 'Div' || !makesLargeIntegers(context)) return null;
    if (isFloat(node.left, context) || isFloat(node.right, context)) return null;
    return {
      node,
      effect: 'may_differ',
      message: 'Monty divides integers beyond 2**53 with another last digit',
      hint: 'use // where the quotient is whole',
      repair: {
        description: 'divide by the exact value',
        edits: [
          {
            ...context.span(node),
            parts: ['_mettle_divide((', context.span(node.left), '), (', context.span(node.right), '))'],
          },
        ],
        preludes: ['division'],
      },
    };
  },
});

const LARGE = words('math.factorial math.comb math.perm math.prod math.lcm');
const POW = words('pow');

/** Whether anything in the source is known for making integers that no float holds exactly. */
const makesLargeIntegers = perContext((context: DialectContext): boolean => {
  const { index } = context.tree;
  return (
    index.ofType('BinOp').some(({ op, right }) => {
      if (op.nodeType === 'LShift') return true;
      return op.nodeType === 'Pow' && !isFloat(right, context) && (wholeNumber(right, context) ?? 9) > 3;
    }) ||
    index
      .ofType('AugAssign')
      .some(
        ({ op, value }) => op.nodeType === 'LShift' || (op.nodeType === 'Mult' && !isFloat(value, context)),
      ) ||
    index
      .ofType('Call')
      .some(
        ({ func }) => LARGE.has(context.qualifiedName(func) ?? '') || context.builtinName(func, POW) !== null,
      ) ||
    index.ofType('Constant').some((node) => {
      const value = numberValue(node);
      return value !== null && !isFloat(node, context) && !Number.isSafeInteger(Number(value));
    })
  );
});
