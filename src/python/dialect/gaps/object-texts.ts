import type { PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { perName } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';
import { isShown } from '../shown-expressions.js';

const LAZY = words('zip map filter enumerate reversed');

/** A function, a class or an iterator that is printed or made a text: Monty names it in another way. */
export const objectText: DialectRule = defineRule({
  id: 'dialect/object-text',
  types: ['Name', 'Lambda', 'GeneratorExp', 'Call'],
  check: (node, context) =>
    isNamedOtherwise(node, context) && isShown(node, context)
      ? {
          node,
          effect: 'may_differ',
          message: 'Monty shows functions, classes and iterators as other texts',
          hint: 'show a name or a list: f.__name__, list(...)',
        }
      : null,
});

function isNamedOtherwise(node: PythonNode, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Lambda':
    case 'GeneratorExp':
      return true;
    case 'Call':
      return context.builtinName(node.func, LAZY) !== null;
    case 'Name':
      return node.ctx.nodeType === 'Load' && isBoundToSuch(node.id, context);
    default:
      return false;
  }
}

/** Whether all that binds a name makes it a function, a class or an iterator. */
const isBoundToSuch = perName(false, (name, context) => {
  const bindings = context.bindings.get(name) ?? [];
  return (
    bindings.length > 0 &&
    bindings.every(({ kind, node }) => {
      if (kind === 'function' || kind === 'class') return true;
      const around = context.tree.index.parent(node);
      return (
        around?.nodeType === 'Assign' &&
        around.targets.length === 1 &&
        around.targets[0] === node &&
        isNamedOtherwise(around.value, context)
      );
    })
  );
});
