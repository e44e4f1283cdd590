import type { PythonExpression } from '../../ast/nodes.js';
import { usedOnlyInAnnotations } from '../annotations.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `Vector = list[float]`, read by annotations alone, may be None: Monty evaluates no annotation. */
export const typeAlias: DialectRule = defineRule({
  id: 'dialect/type-alias',
  types: ['Assign'],
  check: (node, context) => {
    const [target] = node.targets;
    if (node.targets.length !== 1 || target?.nodeType !== 'Name' || !isType(node.value, context)) return null;
    const match = {
      node,
      effect: 'fails' as const,
      message: 'Monty has no types with parameters at run time',
      hint: 'write the type in the annotations',
    };
    if (!usedOnlyInAnnotations(target.id, context)) return match;
    return {
      ...match,
      repair: {
        description: 'leave the alias empty',
        edits: [{ ...context.span(node.value), parts: ['None'] }],
      },
    };
  },
});

const GENERIC = words('list dict tuple set frozenset type');
const MAKERS = words('typing.TypeVar typing.NewType typing.ParamSpec');

function isType(node: PythonExpression, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Subscript':
      return (
        context.builtinName(node.value, GENERIC) !== null ||
        (context.qualifiedName(node.value) ?? '').startsWith('typing.')
      );
    case 'BinOp':
      return (
        node.op.nodeType === 'BitOr' && (isTypeName(node.left, context) || isTypeName(node.right, context))
      );
    case 'Call':
      return MAKERS.has(context.qualifiedName(node.func) ?? '');
    default:
      return false;
  }
}

function isTypeName(node: PythonExpression, context: DialectContext): boolean {
  return (
    context.builtinName(node, words('int str float bool bytes list dict tuple set')) !== null ||
    isType(node, context)
  );
}
