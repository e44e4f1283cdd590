import type { NodeIndex } from '../ast/node-index.js';
import type { PythonNode } from '../ast/nodes.js';

/** One place that gives a name its value. */
export type NameBinding =
  | { readonly kind: 'module'; readonly node: PythonNode; readonly module: string }
  | { readonly kind: 'member'; readonly node: PythonNode; readonly module: string; readonly member: string }
  | { readonly kind: 'function' | 'class' | 'parameter' | 'value'; readonly node: PythonNode };

/** Every name that a tree binds anywhere, in whatever scope, with the places that do. */
export function collectBindings(index: NodeIndex): ReadonlyMap<string, readonly NameBinding[]> {
  const found = new Map<string, NameBinding[]>();
  const add = (name: string, binding: NameBinding): void => {
    const known = found.get(name);
    if (known === undefined) found.set(name, [binding]);
    else known.push(binding);
  };
  for (const node of index.ofType('Name')) {
    if (node.ctx.nodeType !== 'Load') add(node.id, { kind: 'value', node });
  }
  for (const node of index.ofType('Arg')) add(node.arg, { kind: 'parameter', node });
  for (const node of index.ofType('FunctionDef')) {
    if (index.parent(node)?.nodeType !== 'ClassDef') add(node.name, { kind: 'function', node });
  }
  for (const node of index.ofType('AsyncFunctionDef')) {
    if (index.parent(node)?.nodeType !== 'ClassDef') add(node.name, { kind: 'function', node });
  }
  for (const node of index.ofType('ClassDef')) add(node.name, { kind: 'class', node });
  for (const node of index.ofType('ExceptHandler')) {
    if (node.name !== undefined) add(node.name, { kind: 'value', node });
  }
  for (const node of index.ofType('Import')) {
    for (const alias of node.names) {
      const top = alias.name.split('.', 1)[0] ?? alias.name;
      if (alias.asname !== undefined) add(alias.asname, { kind: 'module', node, module: alias.name });
      else add(top, { kind: 'module', node, module: top });
    }
  }
  for (const node of index.ofType('ImportFrom')) {
    const module = `${'.'.repeat(node.level ?? 0)}${node.module ?? ''}`;
    for (const alias of node.names) {
      add(alias.asname ?? alias.name, { kind: 'member', node, module, member: alias.name });
    }
  }
  for (const type of ['MatchAs', 'MatchStar'] as const) {
    for (const node of index.ofType(type))
      if (node.name !== undefined) add(node.name, { kind: 'value', node });
  }
  for (const node of index.ofType('MatchMapping')) {
    if (node.rest !== undefined) add(node.rest, { kind: 'value', node });
  }
  for (const type of ['Global', 'Nonlocal'] as const) {
    for (const node of index.ofType(type)) for (const name of node.names) add(name, { kind: 'value', node });
  }
  return found;
}
