import { type NodeOf, nameOf, type PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import { BUILTIN_NAMES } from './builtin-names.js';
import { constantTruth } from './constant-truth.js';
import type { ProgramNames } from './names.js';
import type { Reached } from './reached.js';
import { reflects } from './reflection.js';

/**
 * Whether a condition is true when the program is run; null where that isn't plain, `surroundings` where it's a name that the code
 * leaves to its surroundings.
 */
export function truthIn(test: PythonNode, names: ProgramNames): boolean | null | 'surroundings' {
  const truth = constantTruth(test);
  if (truth !== null) return truth;
  if (test.nodeType === 'UnaryOp' && test.op.nodeType === 'Not') {
    const inner = truthIn(test.operand, names);
    return typeof inner === 'boolean' ? !inner : inner;
  }
  if (test.nodeType === 'Compare') return isMain(test, names);
  if (test.nodeType !== 'Name') return null;
  const bindings = names.at(test);
  // What comes with * may be called anything.
  if (names.stars.length > 0) return null;
  if (bindings.length === 0) return BUILTIN_NAMES.has(test.id) ? null : 'surroundings';
  const [only] = bindings;
  if (reflects(names) || bindings.length > 1 || only?.kind !== 'value' || only.isPart) return null;
  // A name that's bound once, to a constant at the top of the program, is that constant.
  const isTop = names.tree.index.enclosing(only.node, SCOPES) === undefined;
  return isTop && only.value.nodeType === 'Constant' ? constantTruth(only.value) : null;
}

const SCOPES = ['FunctionDef', 'AsyncFunctionDef', 'Lambda', 'ClassDef'] as const;

/** `__name__ == "__main__"`, and the opposite. */
export function isMain({ left, ops, comparators }: NodeOf<'Compare'>, names: ProgramNames): boolean | null {
  const [right, ...others] = comparators;
  if (right === undefined || others.length > 0 || names.bindings('__name__').length > 0) return null;
  const sides = [left, right];
  if (!sides.some((side) => nameOf(side) === '__name__')) return null;
  if (!sides.some((side) => stringValue(side) === '__main__')) return null;
  const operator = ops[0]?.nodeType;
  return operator === 'Eq' ? true : operator === 'NotEq' ? false : null;
}

/** Whether the body of a loop is run: over what is written out, it is. */
export function runsOver(iter: PythonNode, names: ProgramNames): Reached {
  if (iter.nodeType === 'List' || iter.nodeType === 'Tuple' || iter.nodeType === 'Set') {
    if (iter.elts.length === 0) return 'never';
    return iter.elts.some(({ nodeType }) => nodeType !== 'Starred') ? 'surely' : 'maybe';
  }
  if (iter.nodeType !== 'Call') return 'maybe';
  const called = nameOf(iter.func) ?? '';
  const [first, ...others] = iter.args;
  if (first === undefined || names.bindings(called).length > 0) return 'maybe';
  if (called === 'enumerate' || called === 'reversed') return runsOver(first, names);
  if (called !== 'range' || others.length > 0) return 'maybe';
  const truth = constantTruth(first);
  return truth === null ? 'maybe' : truth ? 'surely' : 'never';
}
