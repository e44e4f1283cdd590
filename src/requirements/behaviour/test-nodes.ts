import { type NodeOf, nameOf, type PythonFunction, type PythonNode } from '../../python/index.js';
import { eachChild } from '../../python/internal.js';

/** What may be a test or hold tests. */
export type Definition = PythonFunction | NodeOf<'ClassDef'>;

/** Whether the node defines a function. */
export function isFunction(node: PythonNode): node is PythonFunction {
  return node.nodeType === 'FunctionDef' || node.nodeType === 'AsyncFunctionDef';
}

/** Whether the node defines a function or a class. */
export function isDefinition(node: PythonNode): node is Definition {
  return isFunction(node) || node.nodeType === 'ClassDef';
}

/** Whether the node can fail a test: an assert, a raise, a call such as `assert_allclose(…)` or `pytest.raises(…)`. */
export function isCheck(node: PythonNode): boolean {
  if (node.nodeType === 'Assert' || node.nodeType === 'Raise') return true;
  return node.nodeType === 'Call' && /^(?:assert|raises$|fail$)/.test(lastName(node.func) ?? '');
}

/** The last part of a dotted name. */
export function lastName(node: PythonNode | undefined): string | null {
  return node?.nodeType === 'Attribute' ? node.attr : nameOf(node);
}

/** All nodes of a definition's body that belong to its own scope. */
export function ownBody(definition: Definition): readonly PythonNode[] {
  return definition.body.flatMap(ownNodes);
}

/** The node and all below it that belong to the same scope: definitions are named but not entered. */
export function ownNodes(node: PythonNode): readonly PythonNode[] {
  const found: PythonNode[] = [];
  const pending: PythonNode[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    found.push(at);
    if (!isDefinition(at) && at.nodeType !== 'Lambda') eachChild(at, (child) => pending.push(child));
  }
  return found;
}
