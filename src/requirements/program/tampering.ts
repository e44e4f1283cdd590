import { nameOf, type PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import type { ProgramNames } from './names.js';
import { waysToChange } from './ways.js';

/** Methods by which an object answers for attributes that it doesn't have. */
const ANSWERS: ReadonlySet<string> = new Set(
  '__getattr__ __getattribute__ __setattr__ __import__'.split(' '),
);

/**
 * The first place where a program may give members of libraries another meaning: it runs text as code, patches, or writes a
 * module that it imports. Null for none.
 */
export function tamperingIn(names: ProgramNames, members: readonly string[]): PythonNode | null {
  const { index } = names.tree;
  const ways = waysToChange(names, {
    isMember: (name) => members.includes(name) || ANSWERS.has(name),
    isObject: (node) => nameOf(node) !== 'self',
    isShared: true,
  });
  const [way] = ways;
  if (way !== undefined) return way;
  for (const node of index.ofType('Attribute'))
    if (node.ctx.nodeType !== 'Load' && LIBRARY.test(names.libraryPath(node) ?? '')) return node;
  for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
    for (const node of index.ofType(type)) if (ANSWERS.has(node.name)) return node;
  const modules = new Set<string>();
  for (const node of [...index.ofType('Import'), ...index.ofType('ImportFrom')]) {
    const paths = node.nodeType === 'Import' ? node.names.map(({ name }) => name) : [node.module ?? ''];
    for (const path of paths) for (const word of path.split('.')) modules.add(word);
  }
  for (const node of index.ofType('Constant')) {
    const module = /(?:^|\/)(\w+)\.py$/.exec(stringValue(node) ?? '')?.[1];
    if (module !== undefined && (modules.has(module) || module === '__init__')) return node;
  }
  return null;
}

/** Modules of the library that draws, of which nothing is to be replaced. */
const LIBRARY = /^(?:matplotlib|pylab)\./;

/** Whether a program assigns to an attribute of that name, of whatever object. */
export function assignsMember({ tree }: ProgramNames, member: string): boolean {
  return tree.index.ofType('Attribute').some(({ attr, ctx }) => attr === member && ctx.nodeType !== 'Load');
}

/** Whether a program itself makes something with a member of that name, rather than only asking for it. */
export function definesMember(names: ProgramNames, member: string): boolean {
  const { index } = names.tree;
  const isOfClass = (node: PythonNode): boolean => {
    const around = index.enclosing(node, ['FunctionDef', 'AsyncFunctionDef', 'Lambda', 'ClassDef']);
    return around?.nodeType === 'ClassDef';
  };
  return (
    assignsMember(names, member) ||
    names.methods(member).length > 0 ||
    names
      .bindings(member)
      .some(({ kind, node }) => kind !== 'import' && kind !== 'parameter' && isOfClass(node)) ||
    index.ofType('Keyword').some((node) => node.arg === member && !isTold(index.parent(node), names)) ||
    index.ofType('Constant').some((node) => {
      const text = stringValue(node) ?? '';
      const parent = index.parent(node);
      if (text === member) return parent?.nodeType !== 'Call' || !isTold(parent, names);
      // The fields of a namedtuple: "show, savefig".
      return (
        parent?.nodeType === 'Call' &&
        /tuple$/i.test(names.pathOf(parent.func) ?? '') &&
        text.split(/[\s,]+/).includes(member)
      );
    })
  );
}

/** Whether a call makes no object with a member of what it's given: a function of the code's own, `print`, or matplotlib's settings. */
function isTold(node: PythonNode | undefined, names: ProgramNames): boolean {
  if (node?.nodeType !== 'Call') return false;
  if (names.only(node.func)?.kind === 'function') return true;
  return /^print$|\.(?:rc|add_argument)$/.test(names.pathOf(node.func) ?? '');
}
