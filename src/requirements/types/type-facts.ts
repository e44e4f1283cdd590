import { type NodeOf, nameOf, type PythonFunction, type PythonNode } from '../../python/index.js';
import { descendants, type NodeIndex, type PythonTree } from '../../python/internal.js';
import { BUILTIN_EXCEPTIONS } from '../program/builtin-exceptions.js';
import { treeOf } from '../python/code-of.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { passWith } from '../verdict.js';
import type { FunctionLines, TypeFacts } from './certain.js';
import { type CheckedText, checkedTextOf } from './checked-text.js';

/** Decorators that leave a function or class what it is, as far as the type checker sees. */
const PLAIN_DECORATORS: ReadonlySet<string> = new Set(['dataclass', 'property']);
const PLAIN_BASES: ReadonlySet<string> = new Set(['object', ...BUILTIN_EXCEPTIONS]);

/** Words of the checker's messages, which no name of the code may stand for. */
const TYPE_WORDS =
  /^(?:Literal|None|Any|Unknown|bool|bytes|complex|dict|float|frozenset|int|list|object|set|str|tuple)$/;

/** What decides which diagnostics on this code can be believed. */
function typeFactsIn({ index }: PythonTree): TypeFacts {
  const decorated = new Set<string>();
  const functions = [...index.ofType('FunctionDef'), ...index.ofType('AsyncFunctionDef')];
  for (const node of functions)
    if (!node.decorator_list.every(isPlainDecorator) && !TYPE_WORDS.test(node.name)) decorated.add(node.name);
  const asked = index
    .ofType('Call')
    .filter(({ func }) => nameOf(func) === 'callable')
    .flatMap(({ args }) => args.flatMap((each) => [...descendants(each)]));
  return {
    asksCallable: new Set(
      asked.flatMap((node) =>
        node.nodeType === 'Name' ? [node.id] : node.nodeType === 'Attribute' ? [node.attr] : [],
      ),
    ),
    decorated,
    opaque: opaqueAmong(index.ofType('ClassDef')),
    changing: changingNames(index),
    functions: functions
      .map((node) => functionLines(index, node))
      .sort((one, other) => one.first - other.first || other.last - one.last),
  };
}

function functionLines(index: NodeIndex, node: PythonFunction): FunctionLines {
  const locals = new Set<string>();
  const shared = new Set<string>();
  for (const each of descendants(node)) {
    if (each.nodeType === 'Global' || each.nodeType === 'Nonlocal')
      for (const name of each.names) shared.add(name);
    if (each.nodeType !== 'Name' || each.ctx.nodeType !== 'Store') continue;
    if (index.enclosing(each, FUNCTIONS) !== node) continue;
    const parent = index.parent(each);
    const value = parent?.nodeType === 'Assign' ? parent.value.nodeType : 'part';
    // Parts of values are of one type or another, and what an object holds at one time it may not hold at another.
    if (value === 'part' || value === 'Attribute' || value === 'Subscript') shared.add(each.id);
    else locals.add(each.id);
  }
  const { posonlyargs, args, kwonlyargs } = node.args;
  // A parameter is what a caller gave.
  for (const { arg } of [...posonlyargs, ...args, ...kwonlyargs]) locals.delete(arg);
  for (const name of shared) locals.delete(name);
  const [first = 0, last = 0] = [node.lineno, node.end_lineno ?? node.lineno];
  return { first, last, locals, isMethod: index.parent(node)?.nodeType === 'ClassDef' };
}

const FUNCTIONS = ['FunctionDef', 'AsyncFunctionDef', 'Lambda'] as const;

function isPlainDecorator(node: PythonNode): boolean {
  const name = node.nodeType === 'Call' ? nameOf(node.func) : nameOf(node);
  return name !== null && PLAIN_DECORATORS.has(name);
}

function opaqueAmong(classes: readonly NodeOf<'ClassDef'>[]): ReadonlySet<string> {
  const own = new Map(classes.map((node) => [node.name, node]));
  const opaque = new Set<string>();
  const isPlain = (base: PythonNode): boolean => {
    const name = nameOf(base);
    return name !== null && !opaque.has(name) && (own.has(name) || PLAIN_BASES.has(name));
  };
  for (let size = -1; size < opaque.size; ) {
    size = opaque.size;
    for (const node of classes) {
      const { bases, keywords, decorator_list: decorators } = node;
      if (!bases.every(isPlain) || keywords.length > 0 || !decorators.every(isPlainDecorator))
        opaque.add(node.name);
    }
  }
  for (const name of [...opaque]) if (TYPE_WORDS.test(name)) opaque.delete(name);
  return opaque;
}

/**
 * Names of `global` statements, of imports that depend on something, of functions bound again, what is None at first, the
 * variables of a loop over tuples, whose parts belong together, and parameters that have a default and no annotation.
 */
function changingNames(index: NodeIndex): ReadonlySet<string> {
  const changing = new Set<string>();
  for (const node of index.ofType('Global')) for (const name of node.names) changing.add(name);
  for (const node of index.ofType('Nonlocal')) for (const name of node.names) changing.add(name);
  for (const node of [...index.ofType('Import'), ...index.ofType('ImportFrom')]) {
    if (index.parent(node) === index.root) continue;
    for (const { name, asname } of node.names) changing.add(asname ?? name.split('.', 1)[0] ?? name);
  }
  const defined = new Set<string>();
  for (const type of ['FunctionDef', 'AsyncFunctionDef', 'ClassDef'] as const) {
    for (const node of index.ofType(type)) {
      if (index.parent(node)?.nodeType === 'ClassDef') continue;
      if (defined.has(node.name)) changing.add(node.name);
      defined.add(node.name);
    }
  }
  for (const node of index.ofType('Assign')) {
    if (node.value.nodeType !== 'Constant' || node.value.value !== null) continue;
    for (const target of node.targets) {
      const name = nameOf(target);
      if (name !== null) changing.add(name);
    }
  }
  for (const { posonlyargs, args, defaults, kwonlyargs, kw_defaults: keywordDefaults } of index.ofType(
    'Arguments',
  )) {
    const positional = [...posonlyargs, ...args];
    const optional = positional.slice(positional.length - defaults.length);
    const keywords = kwonlyargs.filter((_, at) => keywordDefaults[at] !== null);
    for (const { arg, annotation } of [...optional, ...keywords])
      if (annotation === undefined || annotation === null) changing.add(arg);
  }
  for (const node of index.ofType('Name')) {
    if (node.ctx.nodeType !== 'Store') continue;
    const tuple = index.parent(node);
    const loop = tuple?.nodeType === 'Tuple' ? index.parent(tuple)?.nodeType : undefined;
    if (defined.has(node.id) || loop === 'For') changing.add(node.id);
  }
  return changing;
}

/** What is read off the code before its types are checked. Plain data. */
export interface TypesRead {
  readonly facts: TypeFacts;
  readonly checked: CheckedText;
}

/** Wraps the reading in a requirement that always passes, so large replies are read in a worker. Its value is {@link TypesRead}. */
export function TypesReadable(): Requirement {
  return createRequirement({
    name: 'TypesReadable',
    description: 'The code can be read.',
    recipe: { make: 'TypesReadable', options: {} },
    validate(artefact) {
      const found = treeOf(artefact, 'the type check');
      if ('missing' in found) return found.missing;
      if (artefact.facts === null) throw new Error('code with a tree has facts');
      const facts = typeFactsIn(found.tree);
      const value: TypesRead = { facts, checked: checkedTextOf(found.tree, artefact.facts, facts.opaque) };
      return passWith('', { value });
    },
  });
}
