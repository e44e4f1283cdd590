import type { NodeOf } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { canBeFunction, functionAndIterable, isHarmlessGenerator, lazyUse } from '../lazy-expressions.js';
import { type DialectRule, defineRule } from '../rule.js';

const HANDLED = words('any all next');

/** A generator expression that is kept, handed on or looped over: in Monty it is a list, filled at once. */
export const lazyGenerator: DialectRule = defineRule({
  id: 'dialect/generator-expression',
  types: ['GeneratorExp'],
  check: (node, context) => {
    const call = context.callAround(node);
    if (call !== null && context.builtinName(call.func, HANDLED) !== null) return null;
    const use = lazyUse(node, context);
    if (use === 'whole' || (use === 'loop' && isHarmlessGenerator(node, context))) return null;
    const match = {
      node,
      effect: 'may_differ' as const,
      message: 'Monty makes a list of a generator expression at once; it can be read again and again',
      hint: 'use a list where a list will do',
    };
    return canBeFunction(node, context, false) ? { ...match, repair: repairOf(node, context) } : match;
  },
});

function repairOf(
  node: NodeOf<'GeneratorExp'>,
  context: DialectContext,
): NonNullable<ReturnType<DialectRule['check']>[number]['repair']> {
  const span = context.span(node);
  const call = context.callAround(node);
  // The only argument of a call shares its parentheses.
  const shares = call !== null && context.tree.end(call) === span.end;
  const lazy = ['_mettle_generate(', ...functionAndIterable(node, context), ')'];
  return {
    description: 'evaluate item by item',
    edits: [{ ...span, parts: shares ? ['(', ...lazy, ')'] : lazy }],
    preludes: ['lazy'],
  };
}
