import type { NodeOf, PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import type { ProgramNames } from './names.js';

/** By which code can change what other code means, without a word of it in the syntax. */
const WAYS: ReadonlySet<string> = new Set(
  (
    'exec eval compile globals locals vars setattr delattr __import__ __builtins__ __dict__ __class__ __setattr__ ' +
    '__getattr__ __getattribute__ modules meta_path path_hooks settrace setprofile _getframe importlib builtins ctypes gc ' +
    'mock Mock MagicMock'
  ).split(' '),
);

/**
 * The first place where a program may give members of libraries another meaning: it runs text as code, patches, or writes a
 * module that it imports. Null for none.
 */
export function tamperingIn(names: ProgramNames): PythonNode | null {
  const { index } = names.tree;
  for (const node of [...index.ofType('Name'), ...index.ofType('Attribute')])
    if (WAYS.has(node.nodeType === 'Name' ? node.id : node.attr)) return node;
  for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
    for (const node of index.ofType(type)) if (WAYS.has(node.name)) return node;
  const modules = new Set<string>();
  for (const node of [...index.ofType('Import'), ...index.ofType('ImportFrom')]) {
    const paths = node.nodeType === 'Import' ? node.names.map(({ name }) => name) : [node.module ?? ''];
    for (const path of paths) for (const word of path.split('.')) modules.add(word);
    if (paths.some((path) => path.split('.').some((word) => WAYS.has(word)))) return node;
  }
  for (const node of index.ofType('Constant')) {
    const module = /(?:^|\/)(\w+)\.py$/.exec(stringValue(node) ?? '')?.[1];
    if (module !== undefined && (modules.has(module) || module === '__init__')) return node;
  }
  return null;
}

/** Whether a program assigns to an attribute of that name, of whatever object. */
export function assignsMember({ tree }: ProgramNames, member: string): boolean {
  return tree.index.ofType('Attribute').some(({ attr, ctx }) => attr === member && ctx.nodeType !== 'Load');
}

/** Whether a program itself defines, assigns or writes out a member of that name, rather than only asking for it. */
export function definesMember(names: ProgramNames, member: string): boolean {
  const { index } = names.tree;
  return (
    assignsMember(names, member) ||
    names.methods(member).length > 0 ||
    names.bindings(member).some(({ kind }) => kind !== 'import') ||
    index.ofType('Keyword').some(({ arg }) => arg === member) ||
    index.ofType('Constant').some((node) => {
      const parent = index.parent(node);
      const isWords = parent?.nodeType === 'Expr' || (parent?.nodeType === 'Call' && isSaying(parent));
      return !isWords && (stringValue(node) ?? '').split(/[\s,]+/).includes(member);
    })
  );
}

/** Whether a call only shows its texts, or sets what matplotlib's own `savefig` does: `print("…")`, `plt.rc("savefig", dpi=300)`. */
function isSaying({ func }: NodeOf<'Call'>): boolean {
  const name = func.nodeType === 'Name' ? func.id : func.nodeType === 'Attribute' ? func.attr : '';
  return name === 'print' || name === 'rc';
}
