import type { NodeOf, PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { lazyUse } from '../lazy-expressions.js';
import { addOffset, countInside, sortEach } from '../name-uses.js';
import { perContext } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';

const LAZY = words('map filter zip enumerate reversed');
const TEXT_FUNCTIONS = words('str repr bool');

/** `map`, `filter`, `zip`, `enumerate` and `reversed` are lists in Monty, filled at once and readable again. */
export const lazyCall: DialectRule = defineRule({
  id: 'dialect/lazy-builtin',
  types: ['Call'],
  check: (node, context) => {
    const name = context.builtinName(node.func, LAZY);
    if (name === null || node.args.length === 0) return null;
    const use = lazyUse(node, context);
    if (use === 'whole') return null;
    const match = {
      node,
      effect: 'may_differ' as const,
      message: `Monty makes a list of ${name}(...) at once`,
      hint: 'use a list where a list will do',
    };
    const withFunction = name === 'map' || name === 'filter';
    if (use === 'loop' && !withFunction) return changesInLoop(node, context) ? match : null;
    const [called] = node.args;
    if (withFunction && use === 'loop' && called !== undefined && isPlain(called, context)) return null;
    if (withFunction && (called === undefined || !runsInIterator(called, context) || node.args.length > 2)) {
      return match;
    }
    if (node.args.some((argument) => argument.nodeType === 'Starred') && withFunction) return match;
    const prelude = withFunction && !(called !== undefined && isPlain(called, context));
    return {
      ...match,
      repair: prelude
        ? {
            description: 'evaluate item by item',
            edits: [{ ...context.span(node.func), parts: [`_mettle_${name}`] }],
            preludes: ['lazy'],
          }
        : {
            description: 'read it once',
            edits: [{ ...context.span(node), parts: ['iter(', context.span(node), ')'] }],
          },
    };
  },
});

/** Whether a function can neither raise nor be noticed. */
function isPlain(node: PythonExpression, context: DialectContext): boolean {
  const value: unknown = node.nodeType === 'Constant' ? node.value : undefined;
  return value === null || context.builtinName(node, TEXT_FUNCTIONS) !== null;
}

/** Whether Monty can call the function from within an iterator: it is no host function. */
function runsInIterator(node: PythonExpression, context: DialectContext): boolean {
  if (node.nodeType === 'Lambda') return node.body.nodeType !== 'Await' && !callsUnknown(node.body, context);
  if (node.nodeType !== 'Name') return false;
  const bindings = context.bindings.get(node.id);
  return bindings === undefined
    ? CALLABLE_BUILTINS.has(node.id)
    : bindings.every((binding) => binding.kind === 'function');
}

function callsUnknown(node: PythonExpression, context: DialectContext): boolean {
  if (node.nodeType === 'Call') {
    const name = node.func.nodeType === 'Name' ? node.func.id : null;
    if (name !== null && !CALLABLE_BUILTINS.has(name) && !context.bindings.has(name)) return true;
  }
  return false;
}

const CALLABLE_BUILTINS = words(
  'int float str len abs ord chr bool list tuple set dict sorted sum min max repr round',
);

const CHANGES = words(
  'append extend insert pop remove clear sort reverse add discard update popitem setdefault popleft appendleft',
);

/** Where each name or attribute is changed by a method or through a subscript, by its text. */
const changesByText = perContext((context) => {
  const found = new Map<string, number[]>();
  const add = (owner: PythonExpression): void => {
    if (isLocation(owner)) addOffset(found, context.tree.text(owner), context.tree.start(owner));
  };
  for (const node of context.tree.index.ofType('Attribute')) if (CHANGES.has(node.attr)) add(node.value);
  for (const node of context.tree.index.ofType('Subscript'))
    if (node.ctx.nodeType !== 'Load') add(node.value);
  return sortEach(found);
});

/** Whether the loop over `node` changes what the loop reads. */
function changesInLoop(node: NodeOf<'Call'>, context: DialectContext): boolean {
  const loop = context.tree.index.parent(node);
  if (loop?.nodeType !== 'For') return false;
  const span = context.span(loop);
  return node.args.some(
    (argument) =>
      isLocation(argument) && countInside(changesByText(context).get(context.tree.text(argument)), span) > 0,
  );
}

function isLocation(node: PythonExpression): boolean {
  return node.nodeType === 'Name' || node.nodeType === 'Attribute';
}
