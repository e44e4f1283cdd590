import type { PythonNode } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';

/** Python's own types, as annotations name them. */
const TYPES: ReadonlySet<string> = new Set(
  'bool bytearray bytes complex dict float frozenset int list object set str tuple'.split(' '),
);

/** A type of Python's own that the code binds to something else and uses in an annotation; null for none. */
export function reboundTypeIn(tree: PythonTree): { readonly name: string; readonly line: number } | null {
  const rebound = reboundIn(tree);
  if (rebound.size === 0) return null;
  const { index } = tree;
  const annotations = [
    ...index.ofType('Arg').map(({ annotation }) => annotation),
    ...index.ofType('FunctionDef').map(({ returns }) => returns),
    ...index.ofType('AsyncFunctionDef').map(({ returns }) => returns),
    ...index.ofType('AnnAssign').map(({ annotation }) => annotation),
  ];
  for (const annotation of annotations) {
    if (annotation == null) continue;
    // Words of the text, so that quoted annotations count.
    for (const [name] of tree.text(annotation).matchAll(/\w+/g)) {
      const line = rebound.get(name.normalize('NFKC'));
      if (line !== undefined) return { name, line };
    }
  }
  return null;
}

/** The names of types that are bound at the top level, in the body of a class or as a type parameter, each with its line. */
function reboundIn(tree: PythonTree): ReadonlyMap<string, number> {
  const { index } = tree;
  const rebound = new Map<string, number>();
  const note = (name: string, node: PythonNode): void => {
    const normal = name.normalize('NFKC');
    if (TYPES.has(normal)) rebound.set(normal, tree.range(node).line);
  };
  const isShared = (node: PythonNode): boolean =>
    index.enclosing(node, ['FunctionDef', 'AsyncFunctionDef', 'Lambda']) === undefined;
  for (const node of index.ofType('Name'))
    if (node.ctx.nodeType === 'Store' && isShared(node)) note(node.id, node);
  for (const node of index.ofType('ClassDef')) note(node.name, node);
  for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
    for (const node of index.ofType(type))
      if (index.parent(node)?.nodeType !== 'ClassDef') note(node.name, node);
  for (const type of ['Import', 'ImportFrom'] as const)
    for (const node of index.ofType(type))
      for (const { name, asname } of node.names) note(asname ?? name, node);
  for (const type of ['TypeVar', 'ParamSpec', 'TypeVarTuple'] as const)
    for (const node of index.ofType(type)) note(node.name, node);
  return rebound;
}
