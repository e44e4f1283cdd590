import type { NodeOf, PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { BUILTIN_METHODS, words } from './engine-facts.js';
import { perContext } from './per-context.js';

/** What a decorator makes of a method. */
export type MethodKind = 'get' | 'set' | 'static' | 'class';

/** What the one decorator of a method makes of it; null for several decorators, or another one. */
export function methodKind(node: NodeOf<'FunctionDef'>, context: DialectContext): MethodKind | null {
  const [decorator] = node.decorator_list;
  if (decorator === undefined || node.decorator_list.length > 1) return null;
  const builtin = context.builtinName(decorator, words('property staticmethod classmethod'));
  if (builtin === 'property') return 'get';
  if (builtin === 'staticmethod') return 'static';
  if (builtin === 'classmethod') return 'class';
  const setter =
    decorator.nodeType === 'Attribute' &&
    decorator.attr === 'setter' &&
    decorator.value.nodeType === 'Name' &&
    decorator.value.id === node.name;
  return setter ? 'set' : null;
}

/**
 * Names of properties, static methods and class methods that rewrites handle: those of the source whose every use
 * can become a call, and those of earlier runs.
 */
export const membersOf: (context: DialectContext) => ReadonlySet<string> = perContext(
  (context) => new Set([...context.definedMembers, ...collectMembers(context)]),
);

function collectMembers(context: DialectContext): ReadonlySet<string> {
  const names = new Set<string>();
  const refused = new Set<string>();
  for (const node of context.tree.index.ofType('FunctionDef')) {
    if (!context.inClass(node) || node.decorator_list.length === 0) continue;
    if (methodKind(node, context) === null || node.name.startsWith('__')) refused.add(node.name);
    else names.add(node.name);
  }
  if (names.size === 0) return names;
  for (const node of context.tree.index.ofType('Attribute')) {
    if (names.has(node.attr) && !isHandled(node, context)) refused.add(node.attr);
  }
  for (const node of context.tree.index.ofType('ClassDef')) {
    for (const name of ambiguousNames(node)) refused.add(name);
  }
  return new Set([...names].filter((name) => !refused.has(name)));
}

const METHODS_OF_BUILTINS: ReadonlySet<string> = new Set(
  Object.values(BUILTIN_METHODS).flatMap((names) => [...names]),
);

/** Whether an access to a member can become a call. */
function isHandled(node: NodeOf<'Attribute'>, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  if (node.ctx.nodeType === 'Load') {
    const called = parent?.nodeType === 'Call' && parent.func === node;
    return !(called && METHODS_OF_BUILTINS.has(node.attr));
  }
  if (parent?.nodeType === 'Assign') return parent.targets.length === 1 && parent.targets[0] === node;
  return parent?.nodeType === 'AugAssign' && node.value.nodeType === 'Name';
}

/** Names that a class body binds in two ways: as a decorated method and otherwise. */
function ambiguousNames(node: NodeOf<'ClassDef'>): readonly string[] {
  const plain = new Set<string>();
  const decorated = new Set<string>();
  for (const statement of node.body) {
    const name = boundName(statement);
    if (name === null) continue;
    const isDecorated = statement.nodeType === 'FunctionDef' && statement.decorator_list.length > 0;
    (isDecorated ? decorated : plain).add(name);
  }
  return [...decorated].filter((name) => plain.has(name));
}

function boundName(statement: PythonNode): string | null {
  if (statement.nodeType === 'FunctionDef' || statement.nodeType === 'AsyncFunctionDef')
    return statement.name;
  if (statement.nodeType === 'AnnAssign')
    return statement.target.nodeType === 'Name' ? statement.target.id : null;
  const [target] = statement.nodeType === 'Assign' ? statement.targets : [];
  return target?.nodeType === 'Name' ? target.id : null;
}
