import { stringValue } from '../../ast/nodes.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `re.sub(pattern, function, text)`: Monty replaces by texts alone. */
export const substituteFunction: DialectRule = defineRule({
  id: 'dialect/substitute-function',
  types: ['Call'],
  check: (node, context) => {
    if (node.func.nodeType !== 'Attribute' && context.qualifiedName(node.func) !== 're.sub') return null;
    if (node.func.nodeType === 'Attribute' && node.func.attr !== 'sub') return null;
    const module = context.qualifiedName(node.func) === 're.sub';
    const replacement = node.args[module ? 1 : 0];
    if (replacement === undefined || stringValue(replacement) !== null) return null;
    const isFunction =
      replacement.nodeType === 'Lambda' ||
      (replacement.nodeType === 'Name' &&
        (context.bindings.get(replacement.id) ?? []).some((binding) => binding.kind === 'function'));
    if (!isFunction) return null;
    const { start, end } = context.span(node.func);
    const method = node.func.nodeType === 'Attribute' ? context.span(node.func.value) : null;
    const rest = { start: end, end: context.tree.end(node) };
    const opening = context.tree.code.indexOf('(', end) + 1;
    return {
      node,
      effect: 'fails',
      message: "Monty's re.sub takes no function",
      hint: 'go through re.finditer and join the parts',
      repair: {
        description: 'substitute with a loop',
        edits:
          module || method === null
            ? [{ start, end, parts: ['_mettle_re_sub'] }]
            : [
                {
                  start,
                  end: rest.end,
                  parts: ['_mettle_pattern_sub((', method, '), ', { start: opening, end: rest.end }],
                },
              ],
        preludes: ['regular_expressions'],
      },
    };
  },
});
