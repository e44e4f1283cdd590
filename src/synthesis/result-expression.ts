import { nameOf, type PythonModule, type PythonNode, parsePython } from '../python/index.js';
import { eachChild } from '../python/internal.js';
import { isPythonName } from '../sandbox/internal.js';

/** The name a script leaves its answer in. */
export const RESULT = 'result';
/** The name a script finds its input under. */
export const INPUTS = 'inputs';
/** The function that is called where a script defines it and leaves no `result`. */
const DEFAULT_ENTRY_POINT = 'transform';

/** Scopes of their own: what they assign is no name of the script, unless they declare it `global`. */
const SCOPES: ReadonlySet<string> = new Set(['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Lambda']);

/**
 * The expression that gives a script's answer, to be evaluated after it: `result`, or the call of an entry point. Without a
 * name, that is `transform` where the script defines it and assigns no `result`.
 *
 * @param entryPoint - the function to call with `inputs`, or `transform` where only that is defined; null finds out.
 */
export function resultExpression(script: string, entryPoint: string | null): string {
  const parse = parsePython(script);
  if (!parse.ok) return entryPoint === null ? RESULT : `${entryPoint}(inputs)`;
  const { module } = parse.tree;
  const wanted = entryPoint ?? DEFAULT_ENTRY_POINT;
  const isThere = lastFunction(module, wanted) !== undefined;
  // A script of a search, which knows no other name, defines `transform`.
  const name =
    isThere || lastFunction(module, DEFAULT_ENTRY_POINT) === undefined ? wanted : DEFAULT_ENTRY_POINT;
  const definition = lastFunction(module, name);
  if (entryPoint === null && (definition === undefined || assignsResult(module))) return RESULT;
  return definition?.nodeType === 'AsyncFunctionDef' ? `await ${name}(inputs)` : `${name}(inputs)`;
}

/** Why nothing of that name can be called with the inputs; null if it can, or if there is no name. */
export function entryPointProblem(name: unknown): string | null {
  const isGood = typeof name === 'string' && isPythonName(name) && name !== INPUTS && name !== RESULT;
  if (name === null || isGood) return null;
  return `entryPoint is the name of a Python function, and not inputs or result; got ${JSON.stringify(name)}`;
}

/** The last statement at the top of the script, in an `if` and the like too, that makes a function of that name. */
function lastFunction(module: PythonModule, name: string): PythonNode | undefined {
  let last: PythonNode | undefined;
  visitScript(module, (node, isInner) => {
    if (!isInner && makesFunction(node, name)) last = node;
  });
  return last;
}

function makesFunction(node: PythonNode, name: string): boolean {
  if (node.nodeType === 'FunctionDef' || node.nodeType === 'AsyncFunctionDef') return node.name === name;
  if (node.nodeType !== 'Assign') return false;
  const isFunction = node.value.nodeType === 'Lambda' || node.value.nodeType === 'Name';
  return isFunction && node.targets.some((target) => nameOf(target) === name);
}

/** Whether code that runs at the top of the script, or a function that says `global result`, binds it. */
function assignsResult(module: PythonModule): boolean {
  let found = false;
  visitScript(module, (node, isInner) => {
    found ||= node.nodeType === 'Global' ? node.names.includes(RESULT) : !isInner && bindsResult(node);
  });
  return found;
}

/** Calls `visit` with each node, and whether it is inside a scope of its own. Names that bind nothing there are left out. */
function visitScript(
  node: PythonNode,
  visit: (node: PythonNode, isInner: boolean) => void,
  isInner = false,
): void {
  visit(node, isInner);
  eachChild(node, (child) => {
    if (!isUnbound(node, child)) visitScript(child, visit, isInner || SCOPES.has(node.nodeType));
  });
}

/** The variable of a comprehension, and a name with an annotation and no value. */
function isUnbound(node: PythonNode, child: PythonNode): boolean {
  if (node.nodeType === 'Comprehension') return child === node.target;
  return node.nodeType === 'AnnAssign' && !node.value && child === node.target;
}

function bindsResult(node: PythonNode): boolean {
  switch (node.nodeType) {
    case 'Name':
      return node.ctx.nodeType === 'Store' && nameOf(node) === RESULT;
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      return node.name === RESULT;
    case 'Alias':
      return (node.asname ?? node.name) === RESULT;
    default:
      return false;
  }
}
