import type { PythonNode } from '../../python/index.js';

const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'FunctionDef AsyncFunctionDef ClassDef Return Delete Assign TypeAlias AugAssign AnnAssign For AsyncFor While If With ' +
    'AsyncWith Match Raise Try TryStar Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue'
  ).split(' '),
);

/** Whether a node stands in a block of what is around it, rather than in its head, such as a condition or the items of a `with`. */
export function isOfBlock({ nodeType }: PythonNode): boolean {
  return STATEMENTS.has(nodeType) || nodeType === 'ExceptHandler' || nodeType === 'MatchCase';
}

/** The block of `at` that a statement of it stands in. */
export function blockOf(at: PythonNode, statement: PythonNode): readonly PythonNode[] {
  for (const block of Object.values(at) as readonly unknown[])
    if (Array.isArray(block) && block.includes(statement)) return block as readonly PythonNode[];
  return [];
}

export function isFunctionNode(
  node: PythonNode,
): node is Extract<PythonNode, { nodeType: 'FunctionDef' | 'AsyncFunctionDef' }> {
  return node.nodeType === 'FunctionDef' || node.nodeType === 'AsyncFunctionDef';
}

export function isLoop({ nodeType }: PythonNode): boolean {
  return nodeType === 'For' || nodeType === 'AsyncFor' || nodeType === 'While';
}
