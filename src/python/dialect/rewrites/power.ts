import { words } from '../engine-facts.js';
import { wholeNumber } from '../number-expressions.js';
import { type DialectRule, defineRule, type RuleMatch } from '../rule.js';

const POW = words('pow');

/** `x ** 3` of floats: Monty multiplies where CPython asks the C library, whose last digit is another. */
export const power: DialectRule = defineRule({
  id: 'dialect/power',
  types: ['BinOp', 'AugAssign', 'Name'],
  check: (node, context) => {
    if (node.nodeType === 'Name') {
      if (node.ctx.nodeType !== 'Load' || context.builtinName(node, POW) === null) return null;
      return matched(node, [{ ...context.span(node), parts: ['_mettle_pow'] }]);
    }
    if (node.op.nodeType !== 'Pow') return null;
    if (node.nodeType === 'AugAssign') {
      if (node.target.nodeType !== 'Name') return matched(node, null);
      const target = context.span(node.target);
      const value = context.span(node.value);
      return matched(node, [
        { ...context.span(node), parts: [target, ' = _mettle_power(', target, ', (', value, '))'] },
      ]);
    }
    const isWhole = wholeNumber(node.left, context) !== null && wholeNumber(node.right, context) !== null;
    if (isWhole) return null;
    const parts = ['_mettle_power((', context.span(node.left), '), (', context.span(node.right), '))'];
    return matched(node, [{ ...context.span(node), parts }]);
  },
});

function matched(
  node: RuleMatch['node'],
  edits: NonNullable<RuleMatch['repair']>['edits'] | null,
): RuleMatch {
  return {
    node,
    effect: 'may_differ',
    message:
      'Monty raises floats to whole powers with another last digit, and to inf or nan without an error',
    hint: 'use math.pow for floats',
    ...(edits === null
      ? {}
      : { repair: { description: 'raise as CPython does', edits, preludes: ['powers'] } }),
  };
}
