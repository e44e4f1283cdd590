import { nameOf, type PythonModule, type PythonNode, parsePython } from '../../python/index.js';

/** What the search calls, and what modules call where a script assigns no `result`. */
const FUNCTION = 'transform';
const RESULT = 'result';
const INPUTS = 'inputs';

/**
 * A script of a module as the search repairs it: one that defines `transform` and assigns no `result`. If its last
 * statement is `result = NAME(inputs)`, that becomes the function; any other script becomes the body of one.
 *
 * @returns null for a script that can't be written this way, or can't be read.
 */
export function seedScriptOf(script: string): string | null {
  const parse = parsePython(script);
  if (!parse.ok) return null;
  const { module } = parse.tree;
  if (!module.body.some((statement) => assigns(statement, RESULT))) {
    return functionNames(module).includes(FUNCTION) ? script : null;
  }
  return fromLastCall(script, module) ?? asBody(script);
}

/** Without the last line `result = NAME(inputs)`. */
function fromLastCall(script: string, module: PythonModule): string | null {
  const last = module.body.at(-1);
  if (last === undefined || !assigns(last, RESULT)) return null;
  const lines = script.trimEnd().split('\n');
  const name = new RegExp(`^${RESULT} = (\\w+)\\(${INPUTS}\\)$`).exec(lines.at(-1) ?? '')?.[1];
  if (name === undefined || !functionNames(module).includes(name)) return null;
  const rest = lines.slice(0, -1).join('\n').trimEnd();
  return name === FUNCTION ? `${rest}\n` : `${rest}\n\n${FUNCTION} = ${name}\n`;
}

/** As the body of a function. Lines that go on from another one would change with their indentation. */
function asBody(script: string): string | null {
  if (/"""|'''|\\\n|\b(?:global|nonlocal|await)\b/.test(script)) return null;
  const body = script
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`));
  return [`def ${FUNCTION}(${INPUTS}):`, ...body, `    return ${RESULT}`, ''].join('\n');
}

function functionNames(module: PythonModule): readonly string[] {
  return module.body.flatMap((statement) => (statement.nodeType === 'FunctionDef' ? [statement.name] : []));
}

function assigns(statement: PythonNode, name: string): boolean {
  return statement.nodeType === 'Assign' && statement.targets.some((target) => nameOf(target) === name);
}
