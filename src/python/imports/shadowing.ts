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
 * it there: a parameter or a local variable of a function or comprehension around it, or a definition at the top level that is always
 * run before it and never deleted. Null for code that cannot be parsed.
 */
export function mentionsOf(code: string, name: string): BuiltinMentions | null {
  const parse = parsePython(code);
  return parse.ok ? mentionsInTree(parse.tree, name, false) : null;
}

/**
 * {@link mentionsOf} over a tree that is there already; `countsLocals`: also what a function assigns is the code's own, though
 * it may not be bound yet.
 */
export function mentionsInTree(tree: PythonTree, name: string, countsLocals = true): BuiltinMentions {
  const named = tree.index.ofType('Name').filter(({ id }) => id.normalize('NFKC') === name);
  const reads = new Map(
    named.filter(({ ctx }) => contextOf(ctx) === 'Load').map((node) => [tree.start(node), node]),
  );
  const locals = countsLocals ? assigningFunctions(tree, name, named) : new Set<PythonNode>();
  const definedFrom = topLevelDefinition(tree, name, named);
  return {
    offsets: [...reads.keys()].sort((left, right) => left - right),
    isShadowed(offset) {
      const node = reads.get(offset);
      if (node === undefined) return false;
      return isLocal(tree, node, name, locals) || (definedFrom !== null && offset >= definedFrom);
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
    const isImport = statement.nodeType === 'Import' || statement.nodeType === 'ImportFrom';
    if (isImport && statement.names.some(({ asname }) => asname?.normalize('NFKC') === name))
      return tree.end(statement);
    const targets = statement.nodeType === 'Assign' ? statement.targets : [];
    if (targets.some((target) => bindsName(target, name))) {
      return tree.end(statement);
    }
  }
  return null;
}

function bindsName(target: PythonNode, name: string): boolean {
  if (target.nodeType === 'Name') return target.id.normalize('NFKC') === name;
  const isList = target.nodeType === 'Tuple' || target.nodeType === 'List';
  return isList && target.elts.some((element) => bindsName(element, name));
}

/** Whether a function around the node binds the name as its own. */
function isLocal(tree: PythonTree, node: PythonNode, name: string, locals: ReadonlySet<PythonNode>): boolean {
  let inner: PythonNode = node;
  for (;;) {
    const around = tree.index.enclosing(inner, LOCAL_SCOPES);
    if (around === undefined) return false;
    if ('generators' in around) {
      if (isOfComprehension(tree, node, name, around)) return true;
      inner = around;
      continue;
    }
    const { args } = around;
    const parameters = [...args.posonlyargs, ...args.args, ...args.kwonlyargs];
    if (args.vararg != null) parameters.push(args.vararg);
    if (args.kwarg != null) parameters.push(args.kwarg);
    // A default value or a decorator is evaluated outside.
    const isInside =
      around.nodeType === 'Lambda' ? isWithin(tree, node, around.body) : isInBody(tree, node, around);
    if (isInside && parameters.some(({ arg }) => arg.normalize('NFKC') === name)) return true;
    if (isInside && locals.has(around)) return true;
    inner = around;
  }
}

const COMPREHENSIONS = ['ListComp', 'SetComp', 'DictComp', 'GeneratorExp'] as const;
const LOCAL_SCOPES = ['FunctionDef', 'AsyncFunctionDef', 'Lambda', ...COMPREHENSIONS] as const;

/** Whether a name in a comprehension is its own variable: everywhere but in what it goes through first. */
function isOfComprehension(
  tree: PythonTree,
  node: PythonNode,
  name: string,
  { generators }: NodeOf<(typeof COMPREHENSIONS)[number]>,
): boolean {
  const [first] = generators;
  return (
    generators.some(({ target }) => bindsName(target, name)) &&
    first !== undefined &&
    !isWithin(tree, node, first.iter)
  );
}

/** The functions that assign the name, so that it is a local variable there, whatever it holds. */
function assigningFunctions(
  tree: PythonTree,
  name: string,
  named: readonly NodeOf<'Name'>[],
): ReadonlySet<PythonNode> {
  const isShared = [...tree.index.ofType('Global'), ...tree.index.ofType('Nonlocal')].some(({ names }) =>
    names.some((each) => each.normalize('NFKC') === name),
  );
  if (isShared) return new Set();
  const stores = named.filter(({ ctx }) => contextOf(ctx) === 'Store');
  return new Set(
    stores.flatMap((node) => {
      const around = tree.index.enclosing(node, SCOPES);
      return around?.nodeType === 'FunctionDef' || around?.nodeType === 'AsyncFunctionDef' ? [around] : [];
    }),
  );
}

const SCOPES = ['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Lambda', ...COMPREHENSIONS] as const;

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
