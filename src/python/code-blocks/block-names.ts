import { analysePython } from '../analyse.js';
import { eachChild } from '../ast/child-nodes.js';
import { isStringLiteral, type PythonNode } from '../ast/nodes.js';
import { parsePython } from '../ast/parse-python.js';

/** What {@link namesBoundBy} holds for code that imports with a star, which may bind any name. */
export const ANY_NAME = '*';

const UNDEFINED = /^Undefined name `([^`]+)`/;

/** The names that code reads and nothing in it binds; those of Python itself are none of them. */
export function namesMissingIn(code: string): readonly string[] {
  const plain = analysePython(code).plainSyntax;
  const report =
    plain.status === 'valid' ? plain : analysePython(code, { allowTopLevelAwait: true }).plainSyntax;
  const names = report.likelyBugs.flatMap(({ message }) => UNDEFINED.exec(message)?.[1] ?? []);
  return [...new Set(names)];
}

/** The names that code binds for the code after it: in the module, not inside its functions and classes. */
export function namesBoundBy(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const parsed = parsePython(code);
  if (parsed.ok) addBound(parsed.tree.module, names);
  return names;
}

/** The functions and classes that code defines for the code after it. */
export function namesDefinedBy(code: string): ReadonlySet<string> {
  return new Set(analysePython(code).definitions.flatMap(({ name, path }) => (name === path ? [name] : [])));
}

/** Whether code is a triple-quoted string and nothing else: text in quotes, and no program. */
export function isOneString(code: string): boolean {
  if (!/^(?:"""|''')/.test(code)) return false;
  const parsed = parsePython(code);
  const [first, ...others] = parsed.ok ? parsed.tree.module.body : [];
  return others.length === 0 && first?.nodeType === 'Expr' && isStringLiteral(first.value);
}

/** Whether code does nothing but define: functions, classes, imports, names for values. */
export function onlyDefines(code: string): boolean {
  const parsed = parsePython(code);
  return (
    parsed.ok &&
    parsed.tree.module.body.every(
      (statement) =>
        DEFINITIONS.has(statement.nodeType) ||
        (statement.nodeType === 'Expr' && statement.value.nodeType === 'Constant'),
    )
  );
}

const DEFINITIONS: ReadonlySet<string> = new Set([
  'FunctionDef',
  'AsyncFunctionDef',
  'ClassDef',
  'Import',
  'ImportFrom',
  'Assign',
  'AnnAssign',
]);

function addBound(root: PythonNode, names: Set<string>): void {
  const pending: PythonNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (bindOwn(node, names)) eachChild(node, (child) => void pending.push(child));
  }
}

/** Adds what a node itself binds; whether what it holds may bind names of the module too. */
function bindOwn(node: PythonNode, names: Set<string>): boolean {
  switch (node.nodeType) {
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      names.add(node.name);
      return false;
    case 'Lambda':
    case 'ListComp':
    case 'SetComp':
    case 'DictComp':
    case 'GeneratorExp':
      return false;
    case 'Name':
      if (node.ctx.nodeType === 'Store') names.add(node.id);
      return false;
    case 'Import':
      for (const { name, asname } of node.names) names.add(asname ?? name.split('.', 1)[0] ?? name);
      return false;
    case 'ImportFrom':
      for (const { name, asname } of node.names) names.add(asname ?? name);
      return false;
    case 'MatchAs':
    case 'MatchStar':
      if (node.name !== undefined) names.add(node.name);
      return true;
    default:
      return true;
  }
}
