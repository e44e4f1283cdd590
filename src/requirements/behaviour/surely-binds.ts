import { type NodeOf, nameOf, type PythonNode, type PythonStatement } from '../../python/index.js';
import { constantTruth } from '../program/constant-truth.js';

const MAX_DEPTH = 100;

/** Whether statements bind a name on every way through them, however their conditions turn out. */
export function surelyBinds(body: readonly PythonStatement[], name: string): boolean {
  return bindsIn(body, name, 0);
}

function bindsIn(body: readonly PythonStatement[], name: string, depth: number): boolean {
  return body.some((statement) => binds(statement, name, depth));
}

function binds(node: PythonStatement, name: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  switch (node.nodeType) {
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      return (
        node.name.normalize('NFKC') === name ||
        (node.nodeType === 'ClassDef' && bindsGlobal(node, name, depth))
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
        bindsIn(block, name, depth + 1) || block.at(-1)?.nodeType === 'Raise';
      return (truth === false || isBound(node.body)) && (truth === true || isBound(node.orelse));
    }
    case 'Try':
    case 'TryStar': {
      if (bindsIn(node.finalbody, name, depth + 1)) return true;
      const isAlone = node.body.length === 1;
      const inBody = bindsIn(node.body, name, depth + 1) || bindsIn(node.orelse, name, depth + 1);
      const inHandlers = node.handlers.every(
        (each) =>
          each.nodeType === 'ExceptHandler' &&
          (bindsIn(each.body, name, depth + 1) || each.body.at(-1)?.nodeType === 'Raise'),
      );
      return inBody && (isAlone || inHandlers);
    }
    case 'With':
    case 'AsyncWith':
      // It may swallow an error of what comes before.
      return node.body.length === 1 && bindsIn(node.body, name, depth + 1);
    case 'For':
    case 'AsyncFor':
      return (
        bindsIn(node.orelse, name, depth + 1) || (isFull(node.iter) && bindsIn(node.body, name, depth + 1))
      );
    case 'While':
      return (
        bindsIn(node.orelse, name, depth + 1) ||
        (constantTruth(node.test) === true && bindsIn(node.body, name, depth + 1))
      );
    default:
      return false;
  }
}

function bindsGlobal({ body }: NodeOf<'ClassDef'>, name: string, depth: number): boolean {
  return (
    body.some((each) => each.nodeType === 'Global' && each.names.includes(name)) &&
    bindsIn(body, name, depth + 1)
  );
}

function isFull(iter: PythonNode): boolean {
  return iter.nodeType === 'List' || iter.nodeType === 'Tuple' || iter.nodeType === 'Set'
    ? iter.elts.length > 0
    : false;
}
