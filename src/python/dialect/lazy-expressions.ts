import { descendants } from '../ast/node-index.js';
import type { NodeOf, PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import type { Span } from './edit.js';
import { EXCEPTIONS, MISSING_BUILTINS, words } from './engine-facts.js';
import { isHarmless } from './harmless-expressions.js';

/**
 * What is done with an iterator that CPython fills lazily and Monty at once: `whole` it is read to its end before
 * anything else happens · `loop` a loop body runs between its items · `kept` it is kept or handed on.
 */
export type LazyUse = 'whole' | 'loop' | 'kept';

const READ_WHOLE = words('list tuple set frozenset dict sorted sum min max enumerate zip reversed bytes');
const READ_WHOLE_METHODS = words('join extend update union intersection difference issubset issuperset');
const READ_WHOLE_MEMBERS = words('collections.Counter collections.OrderedDict math.prod math.fsum');

/** How the lazy iterator that `node` makes is used. */
export function lazyUse(node: PythonNode, context: DialectContext): LazyUse {
  const parent = context.tree.index.parent(node);
  if (parent === undefined) return 'kept';
  if (parent.nodeType === 'For' || parent.nodeType === 'Comprehension') return 'loop';
  if (parent.nodeType === 'Starred') return 'whole';
  if (parent.nodeType === 'Compare' && parent.comparators[0] === node) return 'loop';
  if (parent.nodeType === 'Assign') {
    const [target] = parent.targets;
    return target?.nodeType === 'Tuple' || target?.nodeType === 'List' ? 'whole' : 'kept';
  }
  if (parent.nodeType !== 'Call' || parent.func === node) return 'kept';
  if (
    parent.func.nodeType === 'Name' &&
    READ_WHOLE.has(parent.func.id) &&
    context.isBuiltin(parent.func.id)
  ) {
    if (!['enumerate', 'zip', 'reversed'].includes(parent.func.id)) return 'whole';
    return lazyUse(parent, context);
  }
  if (parent.func.nodeType === 'Attribute' && READ_WHOLE_METHODS.has(parent.func.attr)) return 'whole';
  const member = context.qualifiedName(parent.func);
  return member !== null && READ_WHOLE_MEMBERS.has(member) ? 'whole' : 'kept';
}

/**
 * Whether a generator expression can become a function of one item: it has one `for`, awaits nothing, binds no
 * name outside, and calls nothing that may be a host function, which Monty refuses inside of iterators.
 */
export function canBeFunction(
  node: NodeOf<'GeneratorExp'>,
  context: DialectContext,
  inPython: boolean,
): boolean {
  const [generator] = node.generators;
  if (generator === undefined || node.generators.length > 1 || generator.is_async === 1) return false;
  for (const part of descendants(node)) {
    if (part.nodeType === 'Await' || part.nodeType === 'NamedExpr' || part.nodeType === 'Yield') return false;
    if (!inPython && part.nodeType === 'Call' && mayBeHostFunction(part, context)) return false;
  }
  return true;
}

/** Whether a call may be one of a host function: of a name that neither the source nor Python knows. */
export function mayBeHostFunction(call: NodeOf<'Call'>, context: DialectContext): boolean {
  const name = call.func.nodeType === 'Name' ? call.func.id : null;
  return name !== null && !context.bindings.has(name) && !KNOWN_BUILTINS.has(name) && !EXCEPTIONS.has(name);
}

const KNOWN_BUILTINS = new Set([
  ...MISSING_BUILTINS,
  ...words(
    'abs all any bin bool bytes chr dict divmod enumerate filter float frozenset getattr hasattr hash hex id int ' +
      'isinstance iter len list map max min next oct open ord pow print range repr reversed round set setattr slice ' +
      'sorted str sum tuple type zip object',
  ),
]);

/** Whether nothing that the generator expression evaluates per item can raise or be noticed. */
export function isHarmlessGenerator(node: NodeOf<'GeneratorExp'>, context: DialectContext): boolean {
  return (
    isHarmless(node.elt, context) &&
    node.generators.every(
      (generator) =>
        generator.ifs.every((condition) => isHarmless(condition, context)) && surelyEnds(generator.iter),
    )
  );
}

/** Whether what is iterated over surely ends and is not read by anything else: a display, a range, a name. */
function surelyEnds(node: PythonNode): boolean {
  switch (node.nodeType) {
    case 'List':
    case 'Tuple':
    case 'Set':
    case 'Dict':
    case 'Constant':
      return true;
    case 'Call':
      return (
        (node.func.nodeType === 'Name' &&
          ['range', 'list', 'sorted', 'set', 'tuple', 'dict'].includes(node.func.id)) ||
        (node.func.nodeType === 'Attribute' && ['items', 'keys', 'values', 'split'].includes(node.func.attr))
      );
    default:
      return false;
  }
}

/**
 * A generator expression with one `for` as the two arguments `function, iterable`: the function makes a list of
 * no item or one from an item.
 */
export function functionAndIterable(
  node: NodeOf<'GeneratorExp'>,
  context: DialectContext,
): (string | Span)[] {
  const [generator] = node.generators;
  if (generator === undefined) return [];
  const { start, end } = context.span(node);
  const iterable = context.span(generator.iter);
  const inner = { start: start + 1, end: end - 1 };
  return [
    'lambda _mettle_item: [',
    { start: inner.start, end: iterable.start },
    '[_mettle_item]',
    { start: iterable.end, end: inner.end },
    '], ',
    iterable,
  ];
}
