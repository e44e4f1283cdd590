import type { NodeOf, PythonNode } from '../ast/nodes.js';
import { parsePython } from '../ast/parse-python.js';
import type { PythonTree } from '../ast/python-tree.js';

/** Where a name of Python's own is meant, and where the code has given it another meaning. */
export interface BuiltinMentions {
  /** Offsets of the name where it is read, in the order of the text. */
  readonly offsets: readonly number[];
  /** Whether what stands at the offset is surely the code's own. */
  isShadowed(offset: number): boolean;
}

/**
 * The mentions of a builtin name, read off the syntax tree. A mention is the code's own only where Python cannot but find
 * it there: a parameter or a local variable of a function around it, or a definition at the top level that is always
 * run before it and never deleted. Null for code that cannot be parsed.
 */
export function mentionsOf(code: string, name: string): BuiltinMentions | null {
  const parse = parsePython(code);
  if (!parse.ok) return null;
  const { tree } = parse;
  const named = tree.index.ofType('Name').filter(({ id }) => id.normalize('NFKC') === name);
  const reads = new Map(
    named.filter(({ ctx }) => contextOf(ctx) === 'Load').map((node) => [tree.start(node), node]),
  );
  const definedFrom = topLevelDefinition(tree, name, named);
  return {
    offsets: [...reads.keys()].sort((left, right) => left - right),
    isShadowed(offset) {
      const node = reads.get(offset);
      if (node === undefined) return false;
      return isLocal(tree, node, name) || (definedFrom !== null && offset >= definedFrom);
    },
  };
}

function contextOf(ctx: unknown): string {
  if (typeof ctx === 'string') return ctx;
  return String((ctx as { readonly nodeType?: unknown } | null | undefined)?.nodeType ?? 'Load');
}

/** Where the name has surely been bound at the top level; null where it may not be, or is unbound again. */
function topLevelDefinition(tree: PythonTree, name: string, named: readonly NodeOf<'Name'>[]): number | null {
  const isTouched = [...tree.index.ofType('Global'), ...tree.index.ofType('Nonlocal')].some(({ names }) =>
    names.includes(name),
  );
  if (isTouched || named.some(({ ctx }) => contextOf(ctx) === 'Del')) return null;
  for (const statement of tree.module.body) {
    const isDefinition =
      statement.nodeType === 'FunctionDef' ||
      statement.nodeType === 'AsyncFunctionDef' ||
      statement.nodeType === 'ClassDef';
    if (isDefinition && statement.name.normalize('NFKC') === name) return tree.end(statement);
    const targets = statement.nodeType === 'Assign' ? statement.targets : [];
    if (targets.some((target) => target.nodeType === 'Name' && target.id.normalize('NFKC') === name)) {
      return tree.end(statement);
    }
  }
  return null;
}

/** Whether a function around the node binds the name as its own. */
function isLocal(tree: PythonTree, node: PythonNode, name: string): boolean {
  let inner: PythonNode = node;
  for (;;) {
    const around = tree.index.enclosing(inner, ['FunctionDef', 'AsyncFunctionDef', 'Lambda']);
    if (around === undefined) return false;
    const { args } = around;
    const parameters = [...args.posonlyargs, ...args.args, ...args.kwonlyargs];
    if (args.vararg != null) parameters.push(args.vararg);
    if (args.kwarg != null) parameters.push(args.kwarg);
    // A default value or a decorator is evaluated outside.
    const isInside =
      around.nodeType === 'Lambda' ? isWithin(tree, node, around.body) : isInBody(tree, node, around);
    if (isInside && parameters.some(({ arg }) => arg.normalize('NFKC') === name)) return true;
    inner = around;
  }
}

function isInBody(
  tree: PythonTree,
  node: PythonNode,
  around: NodeOf<'FunctionDef'> | NodeOf<'AsyncFunctionDef'>,
): boolean {
  return around.body.some((statement) => isWithin(tree, node, statement));
}

function isWithin(tree: PythonTree, node: PythonNode, outer: PythonNode): boolean {
  for (let at: PythonNode | undefined = node; at !== undefined; at = tree.index.parent(at)) {
    if (at === outer) return true;
  }
  return false;
}
