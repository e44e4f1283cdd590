import { nameOf, type PythonNode, parsePython } from '../python/index.js';
import type { PythonTree } from '../python/internal.js';

/** Names that the code of the evaluation uses beside the script's. */
const NEEDED: ReadonlySet<string> = new Set(['repr', 'Exception']);
/** How all other names of that code begin. */
const OWN_PREFIX = 'mettle_';

/** Names by which code reaches its globals without saying `global`. */
const WAYS: ReadonlySet<string> = new Set([
  'globals',
  'locals',
  'vars',
  'setattr',
  'delattr',
  'exec',
  'eval',
  '__import__',
]);

/**
 * Whether nothing that a script's functions do can be seen by a later call through its globals: it consists of imports,
 * plain functions and constants, and no function changes a global or an attribute. Nor does it give another meaning to
 * a name that the evaluation uses, so that the two can share their globals. False where that doesn't show.
 */
export function keepsNoState(script: string): boolean {
  const parse = parsePython(script);
  return (
    parse.ok &&
    parse.tree.module.body.every(isHarmless) &&
    !changesGlobals(parse.tree) &&
    !takesNames(parse.tree)
  );
}

function isHarmless(statement: PythonNode): boolean {
  switch (statement.nodeType) {
    case 'Import':
    case 'ImportFrom':
    case 'Pass':
      return true;
    case 'Expr':
      return isConstant(statement.value);
    case 'Assign':
      return statement.targets.every((target) => nameOf(target) !== null) && isConstant(statement.value);
    case 'FunctionDef': {
      const { defaults, kw_defaults } = statement.args;
      const values = [...defaults, ...kw_defaults].filter((value) => value !== null);
      return statement.decorator_list.length === 0 && values.every(isConstant);
    }
    default:
      return false;
  }
}

function isConstant(node: PythonNode): boolean {
  if (node.nodeType === 'UnaryOp') return isConstant(node.operand);
  if (node.nodeType === 'Tuple') return node.elts.every(isConstant);
  return node.nodeType === 'Constant';
}

function changesGlobals({ index }: PythonTree): boolean {
  return (
    index.ofType('Global').length > 0 ||
    index.ofType('Name').some(({ id }) => WAYS.has(id)) ||
    index.ofType('Attribute').some(({ attr, ctx }) => ctx.nodeType !== 'Load' || attr.startsWith('__'))
  );
}

function takesNames({ index }: PythonTree): boolean {
  const bound = [
    ...index.ofType('FunctionDef').map(({ name }) => name),
    ...index.ofType('Name').flatMap(({ id, ctx }) => (ctx.nodeType === 'Load' ? [] : [id])),
    ...index.ofType('Import').flatMap(({ names }) => names.map(boundName)),
    ...index.ofType('ImportFrom').flatMap(({ names }) => names.map(boundName)),
  ];
  return bound.some((name) => NEEDED.has(name) || name === '*' || name.startsWith(OWN_PREFIX));
}

function boundName({ name, asname }: { readonly name: string; readonly asname?: string | null }): string {
  return asname ?? name;
}
