import type { PythonNode } from '../../python/index.js';

/** Whether an expression made of constants alone is true; null where only a run tells. */
export function constantTruth(node: PythonNode): boolean | null {
  switch (node.nodeType) {
    case 'Constant': {
      const value: unknown = node.value;
      if (value === null || value === undefined) return false;
      if (typeof value === 'boolean') return value;
      if (typeof value === 'number') return value !== 0;
      if (typeof value === 'bigint') return value !== 0n;
      return typeof value === 'string' ? value !== '' : null;
    }
    case 'Tuple':
    case 'List':
    case 'Set':
      return node.elts.some(({ nodeType }) => nodeType === 'Starred') ? null : node.elts.length > 0;
    case 'Dict':
      return node.keys.length === 0 ? false : null;
    case 'UnaryOp': {
      if (node.op.nodeType !== 'Not') return null;
      const truth = constantTruth(node.operand);
      return truth === null ? null : !truth;
    }
    case 'BoolOp': {
      const parts = node.values.map(constantTruth);
      const isAnd = node.op.nodeType === 'And';
      if (parts.includes(!isAnd)) return !isAnd;
      return parts.includes(null) ? null : isAnd;
    }
    case 'Compare':
      return compareConstants(
        node.left,
        node.ops.map(({ nodeType }) => nodeType),
        node.comparators,
      );
    default:
      return null;
  }
}

/** `1 == 2` and the like: two numbers or two texts. */
function compareConstants(
  left: PythonNode,
  ops: readonly string[],
  comparators: readonly PythonNode[],
): boolean | null {
  const [right] = comparators;
  if (ops.length !== 1 || left.nodeType !== 'Constant' || right?.nodeType !== 'Constant') return null;
  const [one, two]: readonly unknown[] = [left.value, right.value];
  const isNumber = typeof one === 'number' && typeof two === 'number';
  if (!isNumber && !(typeof one === 'string' && typeof two === 'string')) return null;
  switch (ops[0]) {
    case 'Eq':
      return one === two;
    case 'NotEq':
      return one !== two;
    case 'Lt':
      return one < two;
    case 'Gt':
      return one > two;
    default:
      return null;
  }
}
