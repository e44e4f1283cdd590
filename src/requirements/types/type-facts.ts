import { type NodeOf, nameOf, type PythonNode } from '../../python/index.js';
import type { NodeIndex, PythonTree } from '../../python/internal.js';
import { BUILTIN_EXCEPTIONS } from '../program/builtin-exceptions.js';
import { treeOf } from '../python/code-of.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { passWith } from '../verdict.js';
import type { TypeFacts } from './certain.js';
import { type CheckedText, checkedTextOf } from './checked-text.js';

/** Decorators that leave a function or class what it is, as far as the type checker sees. */
const PLAIN_DECORATORS: ReadonlySet<string> = new Set(['dataclass', 'property']);
const PLAIN_BASES: ReadonlySet<string> = new Set(['object', ...BUILTIN_EXCEPTIONS]);

/** What decides which diagnostics on this code can be believed. */
function typeFactsIn({ index }: PythonTree): TypeFacts {
  const decorated = new Set<string>();
  for (const node of [...index.ofType('FunctionDef'), ...index.ofType('AsyncFunctionDef')]) {
    if (!node.decorator_list.every(isPlainDecorator)) decorated.add(node.name);
  }
  const classes = index.ofType('ClassDef');
  const opaque = opaqueAmong(classes);
  return {
    asksCallable: index.ofType('Name').some(({ id }) => id === 'callable'),
    decorated,
    opaque,
    hasOpaqueValues: classes.some((node) => opaque.has(node.name) && hasValues(node)),
    changing: changingNames(index),
  };
}

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
  return opaque;
}

function hasValues({ body }: NodeOf<'ClassDef'>): boolean {
  return body.some(({ nodeType }) => nodeType === 'Assign');
}

/**
 * Names of `global` statements, of imports that depend on something, of functions bound again, what is None at first, and
 * parameters that have a default and no annotation.
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
    if (node.ctx.nodeType === 'Store' && defined.has(node.id)) changing.add(node.id);
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
      const value: TypesRead = {
        facts: typeFactsIn(found.tree),
        checked: checkedTextOf(found.tree, artefact.facts),
      };
      return passWith('', { value });
    },
  });
}
