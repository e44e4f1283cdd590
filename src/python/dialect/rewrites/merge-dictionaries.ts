import type { PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { perName } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `a | {'key': 1}`: Monty does not join dicts. */
export const mergeDictionaries: DialectRule = defineRule({
  id: 'dialect/merge-dictionaries',
  types: ['BinOp'],
  check: (node, context) => {
    if (node.op.nodeType !== 'BitOr') return null;
    if (!isDictionary(node.left, context) && !isDictionary(node.right, context)) return null;
    return {
      node,
      effect: 'fails',
      message: 'Monty does not join dicts with |',
      hint: 'use {**a, **b}',
      repair: {
        description: 'join with a call',
        edits: [
          {
            ...context.span(node),
            parts: ['_mettle_merge((', context.span(node.left), '), (', context.span(node.right), '))'],
          },
        ],
        preludes: ['containers'],
      },
    };
  },
});

/** Whether an expression can only be a dict: a display, `dict(...)`, or a name that is bound to one of them. */
export function isDictionary(node: PythonExpression, context: DialectContext): boolean {
  if (node.nodeType === 'Dict' || node.nodeType === 'DictComp') return true;
  if (node.nodeType === 'Call') return context.builtinName(node.func, DICT) !== null;
  return node.nodeType === 'Name' && isDictionaryName(node.id, context);
}

const DICT: ReadonlySet<string> = new Set(['dict']);

const isDictionaryName = perName(false, (name, context) =>
  (context.bindings.get(name) ?? []).some((binding) => {
    const around = context.tree.index.parent(binding.node);
    return around?.nodeType === 'Assign' && isDictionary(around.value, context);
  }),
);
