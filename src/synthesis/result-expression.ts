import { eachChild, nameOf, type PythonNode, parsePython } from '../python/index.js';

/** The name a script leaves its answer in. */
export const RESULT = 'result';
/** The function that is called where a script defines it and leaves no `result`. */
const DEFAULT_ENTRY_POINT = 'transform';

/** Scopes of their own: what they assign is no name of the script, unless they declare it `global`. */
const SCOPES: ReadonlySet<string> = new Set(['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Lambda']);

/**
 * The expression that gives a script's answer, to be evaluated after it: `result`, or the call of an entry point. Without a
 * name, that is `transform` where the script defines it and assigns no `result`.
 *
 * @param entryPoint - the function to call with `inputs`; null finds out.
 */
export function resultExpression(script: string, entryPoint: string | null): string {
  const parse = parsePython(script);
  if (!parse.ok) return entryPoint === null ? RESULT : `${entryPoint}(inputs)`;
  const { module } = parse.tree;
  const name = entryPoint ?? DEFAULT_ENTRY_POINT;
  const definition = module.body.findLast(
    (statement) =>
      (statement.nodeType === 'FunctionDef' || statement.nodeType === 'AsyncFunctionDef') &&
      statement.name === name,
  );
  if (entryPoint === null && (definition === undefined || assignsResult(module, false))) return RESULT;
  return definition?.nodeType === 'AsyncFunctionDef' ? `await ${name}(inputs)` : `${name}(inputs)`;
}

/** Whether code that runs at the top of the script, or a function that says `global result`, binds it. */
function assignsResult(node: PythonNode, isInner: boolean): boolean {
  if (node.nodeType === 'Global' && node.names.includes(RESULT)) return true;
  if (!isInner && bindsResult(node)) return true;
  let found = false;
  eachChild(node, (child) => {
    found ||= assignsResult(child, isInner || SCOPES.has(node.nodeType));
  });
  return found;
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
