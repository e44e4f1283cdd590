import { type LocatedNode, type NodeOf, nameOf, type PythonNode } from '../../python/index.js';
import { eachChild, type PythonTree } from '../../python/internal.js';
import { isCheck, isDefinition, isFunction } from './test-nodes.js';

type Loop = NodeOf<'For'> | NodeOf<'AsyncFor'> | NodeOf<'While'>;

/** Tests whose loops tell whether they ran. */
export interface MarkedTests {
  /** The tests; lines stay where they are. */
  readonly source: string;
  /**
   * For each of the parts: whether all that it checks stands in loops, each of which sets {@link LOOP_MARK} when it
   * runs. Where none has set it, the part has checked nothing.
   */
  readonly checksOnlyInLoops: readonly boolean[];
}

/** A Python expression: 1 once a marked loop has run, else 0. */
export const LOOP_MARK = 'mettle_ran[0]';

/** What must run before marked tests. */
export const LOOP_MARK_SOURCE: string = `mettle_ran = [0]

def mettle_mark(value):
    ${LOOP_MARK} = 1
    return value
`;

/** Marks the loops of tests, given the statements that each part of them runs. */
export function markLoops(tree: PythonTree, parts: readonly (readonly PythonNode[])[]): MarkedTests {
  const called = calledBodies(tree);
  const marked = new Map<Loop, readonly Insertion[]>();
  const checksOnlyInLoops = parts.map((statements) => {
    const checks = new Set<Loop | null>();
    for (const statement of statements) collectChecks(statement, null, called, new Set(), checks);
    const marks = [...checks].map(
      (loop) => [loop, loop === null ? null : markStart(loop.body, tree)] as const,
    );
    if (marks.length === 0 || marks.some(([, insertions]) => insertions === null)) return false;
    for (const [loop, insertions] of marks)
      if (loop !== null && insertions !== null) marked.set(loop, insertions);
    return true;
  });
  let source = tree.code;
  for (const { at, text } of [...marked.values()].flat().sort((left, right) => right.at - left.at)) {
    source = source.slice(0, at) + text + source.slice(at);
  }
  return { source, checksOnlyInLoops };
}

/** Adds the loop around each check that running the node comes to; null for a check outside loops. */
function collectChecks(
  node: PythonNode,
  loop: Loop | null,
  called: (call: NodeOf<'Call'>) => readonly PythonNode[],
  open: ReadonlySet<readonly PythonNode[]>,
  checks: Set<Loop | null>,
): void {
  if (isDefinition(node) || node.nodeType === 'Lambda') return;
  if (isCheck(node)) checks.add(loop);
  const body = node.nodeType === 'Call' ? called(node) : [];
  if (!open.has(body)) {
    for (const statement of body) collectChecks(statement, loop, called, new Set([...open, body]), checks);
  }
  const ownLoop =
    node.nodeType === 'For' || node.nodeType === 'AsyncFor' || node.nodeType === 'While' ? node : null;
  const repeated: ReadonlySet<PythonNode> = new Set(ownLoop?.body);
  eachChild(node, (child) =>
    collectChecks(child, repeated.has(child) ? ownLoop : loop, called, open, checks),
  );
}

/** Finds the body that a call of the tests' own functions, or of a method by `self`, runs; empty for other calls. */
function calledBodies(tree: PythonTree): (call: NodeOf<'Call'>) => readonly PythonNode[] {
  const functions = new Map<string, readonly PythonNode[]>();
  const methods = new Map<string, readonly PythonNode[]>();
  for (const statement of tree.module.body) {
    if (isFunction(statement)) functions.set(statement.name, statement.body);
    if (statement.nodeType !== 'ClassDef') continue;
    for (const member of statement.body) if (isFunction(member)) methods.set(member.name, member.body);
  }
  return ({ func }) => {
    const isMethod = func.nodeType === 'Attribute' && nameOf(func.value) === 'self';
    return (isMethod ? methods.get(func.attr) : functions.get(nameOf(func) ?? '')) ?? [];
  };
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** What to insert so that the first statement of a body sets the mark; null where nothing can be. */
function markStart(body: readonly PythonNode[], tree: PythonTree): readonly Insertion[] | null {
  const first = body.find(({ nodeType }) => nodeType !== 'Comment');
  switch (first?.nodeType) {
    case 'If':
    case 'While':
      return around(first.test, tree);
    case 'For':
    case 'AsyncFor':
      return around(first.iter, tree);
    case 'Try':
    case 'TryStar':
      return markStart(first.body, tree);
    case 'Assert':
    case 'Assign':
    case 'AnnAssign':
    case 'AugAssign':
    case 'Expr':
    case 'Raise':
      return [{ at: tree.start(first), text: `${LOOP_MARK} = 1; ` }];
    default:
      return null;
  }
}

function around(expression: LocatedNode, tree: PythonTree): readonly Insertion[] {
  return [
    { at: tree.start(expression), text: 'mettle_mark((' },
    { at: tree.end(expression), text: '))' },
  ];
}
