import type { PythonExpression, PythonNode } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';
import { constantTruth } from '../behaviour/constant-truth.js';
import type { ResolvedCall } from './resolved-calls.js';

/** Statements after which nothing in the same block runs. */
const ENDS: ReadonlySet<string> = new Set(['Return', 'Raise', 'Continue', 'Break']);

/** Functions that end the program. */
const EXITS: ReadonlySet<string> = new Set(['exit', 'quit', '_exit', 'abort']);

/** Whether a call surely never runs: under a false condition, after the end of its block, in a function nobody mentions. */
export function neverRuns({ node }: ResolvedCall, tree: PythonTree): boolean {
  let child: PythonNode = node;
  for (let at = tree.index.parent(child); at !== undefined; at = tree.index.parent(at)) {
    if (isLeftOut(at, child) || isAfterEnd(at, child)) return true;
    if ((at.nodeType === 'FunctionDef' || at.nodeType === 'AsyncFunctionDef') && !isMentioned(at, tree))
      return true;
    child = at;
  }
  return false;
}

/** Whether a branch of a condition made of constants leaves the child out. */
function isLeftOut(at: PythonNode, child: PythonNode): boolean {
  if (at.nodeType !== 'If' && at.nodeType !== 'While') return false;
  const truth = constantTruth(at.test);
  const inBody = at.body.some((statement: PythonNode) => statement === child);
  const inElse = at.orelse.some((statement: PythonNode) => statement === child);
  return (truth === false && inBody) || (truth === true && inElse);
}

function isAfterEnd(at: PythonNode, child: PythonNode): boolean {
  for (const block of Object.values(at) as readonly unknown[]) {
    if (!Array.isArray(block)) continue;
    const place = (block as readonly unknown[]).indexOf(child);
    if (place > 0 && (block as readonly PythonNode[]).slice(0, place).some(endsBlock)) return true;
  }
  return false;
}

function endsBlock(statement: PythonNode): boolean {
  if (ENDS.has(statement.nodeType)) return true;
  if (statement.nodeType !== 'Expr' || statement.value.nodeType !== 'Call') return false;
  const { func } = statement.value;
  const name = func.nodeType === 'Name' ? func.id : func.nodeType === 'Attribute' ? func.attr : '';
  return EXITS.has(name);
}

/** Whether the function is named anywhere outside itself, or handed to a decorator. */
function isMentioned(
  definition: Extract<PythonNode, { nodeType: 'FunctionDef' | 'AsyncFunctionDef' }>,
  tree: PythonTree,
): boolean {
  if (definition.decorator_list.length > 0) return true;
  const isOutside = (node: PythonNode): boolean => {
    for (let at = tree.index.parent(node); at !== undefined; at = tree.index.parent(at))
      if (at === definition) return false;
    return true;
  };
  return (
    tree.index.ofType('Name').some((node) => node.id === definition.name && isOutside(node)) ||
    tree.index.ofType('Attribute').some((node) => node.attr === definition.name && isOutside(node)) ||
    (definition.name.startsWith('__') && definition.name.endsWith('__'))
  );
}

/** Whether what is called is surely the code's own: its function, or a method of an object of its class without bases. */
export function isOfCode({ node: { func } }: ResolvedCall, tree: PythonTree): boolean {
  if (func.nodeType === 'Name') return tree.index.ofType('FunctionDef').some(({ name }) => name === func.id);
  let root: PythonExpression = func;
  while (root.nodeType === 'Attribute') root = root.value;
  if (root.nodeType === 'Call') return makesOwn(root, tree);
  if (root.nodeType !== 'Name') return false;
  const { id } = root;
  if (isOwnClass(id, tree)) return true;
  const stores = tree.index.ofType('Name').filter((name) => name.id === id && name.ctx.nodeType === 'Store');
  return (
    stores.length > 0 &&
    stores.every((store) => {
      const parent = tree.index.parent(store);
      return parent?.nodeType === 'Assign' && makesOwn(parent.value, tree);
    })
  );
}

function makesOwn(value: PythonExpression, tree: PythonTree): boolean {
  return value.nodeType === 'Call' && value.func.nodeType === 'Name' && isOwnClass(value.func.id, tree);
}

function isOwnClass(id: string, tree: PythonTree): boolean {
  return tree.index.ofType('ClassDef').some(({ name, bases }) => name === id && bases.length === 0);
}
