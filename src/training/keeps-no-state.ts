import { nameOf, type PythonNode, type PythonTree, parsePython } from '../python/index.js';

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
 * plain functions and constants, and no function changes a global or an attribute. False where that doesn't show.
 */
export function keepsNoState(script: string): boolean {
  const parse = parsePython(script);
  return parse.ok && parse.tree.module.body.every(isHarmless) && !changesGlobals(parse.tree);
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
