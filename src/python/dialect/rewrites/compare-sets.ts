import type { PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { type DialectRule, defineRule } from '../rule.js';
import { isSetExpression } from '../set-expressions.js';

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['LtE', '_mettle_subset'],
  ['Lt', '_mettle_proper_subset'],
  ['GtE', '_mettle_superset'],
  ['Gt', '_mettle_proper_superset'],
]);

/** `set(a) <= set(b)`: Monty does not order sets. */
export const compareSets: DialectRule = defineRule({
  id: 'dialect/compare-sets',
  types: ['Compare'],
  check: (node, context) => {
    const [operator] = node.ops;
    const [right] = node.comparators;
    const name = operator === undefined ? undefined : FUNCTIONS.get(operator.nodeType);
    if (name === undefined || right === undefined || node.ops.length > 1) return null;
    if (!isSet(node.left, context) && !isSet(right, context)) return null;
    return {
      node,
      effect: 'fails',
      message: 'Monty does not compare sets by < and <=',
      hint: 'use issubset and issuperset',
      repair: {
        description: 'compare with a call',
        edits: [
          {
            ...context.span(node),
            parts: [`${name}((`, context.span(node.left), '), (', context.span(right), '))'],
          },
        ],
        preludes: ['containers'],
      },
    };
  },
});

function isSet(node: PythonExpression, context: DialectContext): boolean {
  return isSetExpression(node, context);
}
