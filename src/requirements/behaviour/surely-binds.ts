import { type NodeOf, nameOf, type PythonStatement } from '../../python/index.js';
import { constantTruth } from '../program/constant-truth.js';
import type { ProgramNames } from '../program/names.js';
import { runsOver } from '../program/truth.js';

const MAX_DEPTH = 100;

/** Whether statements bind a name on every way through them, however their conditions turn out. */
export function surelyBinds(names: ProgramNames, name: string): boolean {
  return bindsIn(names.tree.module.body, name, 0, names);
}

function bindsIn(
  body: readonly PythonStatement[],
  name: string,
  depth: number,
  names: ProgramNames,
): boolean {
  return body.some((statement) => binds(statement, name, depth, names));
}

function binds(node: PythonStatement, name: string, depth: number, names: ProgramNames): boolean {
  if (depth > MAX_DEPTH) return false;
  switch (node.nodeType) {
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      return (
        node.name.normalize('NFKC') === name ||
        (node.nodeType === 'ClassDef' && bindsGlobal(node, name, depth, names))
      );
    case 'Assign':
      return node.targets.some((target) => nameOf(target)?.normalize('NFKC') === name);
    case 'Import':
    case 'ImportFrom':
      return node.names.some(({ name: imported, asname }) => (asname ?? imported) === name);
    case 'AnnAssign':
      return node.value != null && nameOf(node.target) === name;
    case 'If': {
      const truth = constantTruth(node.test);
      const isBound = (block: readonly PythonStatement[]): boolean =>
        bindsIn(block, name, depth + 1, names) || block.at(-1)?.nodeType === 'Raise';
      return (truth === false || isBound(node.body)) && (truth === true || isBound(node.orelse));
    }
    case 'Try':
    case 'TryStar': {
      if (bindsIn(node.finalbody, name, depth + 1, names)) return true;
      const isAlone = node.body.length === 1;
      const inBody =
        bindsIn(node.body, name, depth + 1, names) || bindsIn(node.orelse, name, depth + 1, names);
      const inHandlers = node.handlers.every(
        (each) =>
          each.nodeType === 'ExceptHandler' &&
          (bindsIn(each.body, name, depth + 1, names) || each.body.at(-1)?.nodeType === 'Raise'),
      );
      return inBody && (isAlone || inHandlers);
    }
    case 'With':
    case 'AsyncWith':
      // It may swallow an error of what comes before.
      return node.body.length === 1 && bindsIn(node.body, name, depth + 1, names);
    case 'For':
    case 'AsyncFor':
      return (
        bindsIn(node.orelse, name, depth + 1, names) ||
        (runsOver(node.iter, names) === 'surely' && bindsIn(node.body, name, depth + 1, names))
      );
    case 'While':
      return (
        bindsIn(node.orelse, name, depth + 1, names) ||
        (constantTruth(node.test) === true && bindsIn(node.body, name, depth + 1, names))
      );
    default:
      return false;
  }
}

function bindsGlobal(
  { body }: NodeOf<'ClassDef'>,
  name: string,
  depth: number,
  names: ProgramNames,
): boolean {
  return (
    body.some((each) => each.nodeType === 'Global' && each.names.includes(name)) &&
    bindsIn(body, name, depth + 1, names)
  );
}
