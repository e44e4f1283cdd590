import type { NodeOf, PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { BUILTIN_METHODS, words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const CALLERS = words('sorted min max map filter');
const ALL_METHODS: ReadonlySet<string> = new Set(
  Object.values(BUILTIN_METHODS).flatMap((names) => [...names]),
);

/** `key=str.lower`, `key=counts.get`, `map(str.strip, lines)`: Monty cannot hand on methods of builtin types. */
export const methodValue: DialectRule = defineRule({
  id: 'dialect/method-value',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.ctx.nodeType !== 'Load' || !isHandedOn(node, context)) return null;
    const type = context.builtinName(node.value, TYPES);
    if (type !== null) {
      if (BUILTIN_METHODS[type]?.has(node.attr) !== true) return null;
      return match(
        node,
        context,
        [
          `(lambda _mettle_self, *_mettle_rest: _mettle_self.${node.attr}(*_mettle_rest) if isinstance(_mettle_self, ${type}) else _mettle_wrong_receiver('${node.attr}', '${type}', _mettle_self))`,
        ],
        ['functions'],
      );
    }
    if (!ALL_METHODS.has(node.attr) || context.bindsAttribute(node.attr) || isModule(node.value, context))
      return null;
    return match(node, context, [
      '(lambda *_mettle_rest, _mettle_self=(',
      context.span(node.value),
      `): _mettle_self.${node.attr}(*_mettle_rest))`,
    ]);
  },
});

const TYPES = words('str list dict set');

function match(
  node: NodeOf<'Attribute'>,
  context: DialectContext,
  parts: (string | { start: number; end: number })[],
  preludes: readonly string[] = [],
): ReturnType<DialectRule['check']>[number] {
  return {
    node,
    effect: 'fails',
    message: 'Monty cannot hand on methods of builtin types as values',
    hint: `use a lambda that calls .${node.attr}(...)`,
    repair: { description: 'hand on a lambda', edits: [{ ...context.span(node), parts }], preludes },
  };
}

/** Whether the value goes where only a function can go. */
function isHandedOn(node: NodeOf<'Attribute'>, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  if (parent?.nodeType === 'Keyword') {
    const call = context.tree.index.parent(parent);
    if (parent.arg !== 'key' || call?.nodeType !== 'Call') return false;
    return context.builtinName(call.func, CALLERS) !== null || isSort(call.func);
  }
  const call = context.callAround(node);
  if (call === null || call.args[0] !== node) return false;
  const name = context.builtinName(call.func, CALLERS);
  return name === 'map' || name === 'filter';
}

function isSort(node: PythonExpression): boolean {
  return node.nodeType === 'Attribute' && node.attr === 'sort';
}

function isModule(node: PythonExpression, context: DialectContext): boolean {
  return node.nodeType === 'Name' && context.importedModule(node.id) !== null;
}
