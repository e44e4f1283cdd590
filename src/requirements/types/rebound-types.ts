import type { LocatedNode, PythonNode } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';

/** Python's own types, as annotations name them. */
const TYPES: ReadonlySet<string> = new Set(
  'bool bytearray bytes complex dict float frozenset int list object set str tuple'.split(' '),
);

/** By each scope the types that it binds, each with its line. The program's own scope is null. */
type Rebound = ReadonlyMap<PythonNode | null, ReadonlyMap<string, number>>;

/** A type of Python's own that the code binds to something else and uses in an annotation; null for none. */
export function reboundTypeIn(tree: PythonTree): { readonly name: string; readonly line: number } | null {
  const rebound = reboundIn(tree);
  if (rebound.size === 0) return null;
  const { index } = tree;
  // The annotations of a function's own parameters are read outside of it.
  const outside = (node: PythonNode): PythonNode => index.enclosing(node, FUNCTIONS) ?? node;
  const annotations = [
    ...index.ofType('Arg').map((node) => [node.annotation, outside(node)] as const),
    ...index.ofType('FunctionDef').map((node) => [node.returns, node] as const),
    ...index.ofType('AsyncFunctionDef').map((node) => [node.returns, node] as const),
    ...index.ofType('AnnAssign').map((node) => [node.annotation, node] as const),
  ];
  for (const [annotation, place] of annotations) {
    if (annotation == null) continue;
    // Words of the text, so that quoted annotations count.
    for (const [name] of tree.text(annotation).matchAll(/\w+/g)) {
      const normal = name.normalize('NFKC');
      if (!TYPES.has(normal)) continue;
      for (let at: PythonNode | undefined = place; at !== undefined; ) {
        at = index.enclosing(at, FUNCTIONS);
        const line = rebound.get(at ?? null)?.get(normal);
        if (line !== undefined) return { name, line };
      }
    }
  }
  return null;
}

const FUNCTIONS = ['FunctionDef', 'AsyncFunctionDef', 'Lambda'] as const;

/** The names of types that are bound in a scope: by assignment, definition or import, as a parameter, or as a type parameter. */
function reboundIn(tree: PythonTree): Rebound {
  const { index } = tree;
  const rebound = new Map<PythonNode | null, Map<string, number>>();
  const shared = new Set(
    [...index.ofType('Global'), ...index.ofType('Nonlocal')].flatMap(({ names }) => names),
  );
  const note = (name: string, node: PythonNode): void => {
    const normal = name.normalize('NFKC');
    if (!TYPES.has(normal)) return;
    const scope = shared.has(name) ? null : (index.enclosing(node, FUNCTIONS) ?? null);
    const own = rebound.get(scope) ?? new Map<string, number>();
    rebound.set(scope, own);
    own.set(normal, tree.range(node as LocatedNode).line);
  };
  for (const node of index.ofType('Name')) if (node.ctx.nodeType === 'Store') note(node.id, node);
  for (const node of index.ofType('Arg')) note(node.arg, node);
  for (const node of index.ofType('ClassDef')) note(node.name, node);
  for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
    for (const node of index.ofType(type))
      if (index.parent(node)?.nodeType !== 'ClassDef') note(node.name, node);
  for (const type of ['Import', 'ImportFrom'] as const)
    for (const node of index.ofType(type))
      for (const { name, asname } of node.names) note(asname ?? name, node);
  for (const type of ['ExceptHandler', 'MatchAs', 'MatchStar'] as const)
    for (const node of index.ofType(type)) note(node.name ?? '', node);
  for (const node of index.ofType('MatchMapping')) note(node.rest ?? '', node);
  // The annotations of a function see its type parameters, though they are read around it.
  for (const type of ['TypeVar', 'ParamSpec', 'TypeVarTuple'] as const)
    for (const node of index.ofType(type)) note(node.name, index.parent(node) ?? node);
  return rebound;
}
