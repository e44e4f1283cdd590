import type { PythonNode } from '../../python/index.js';
import type { ProgramNames } from './names.js';

const FUNCTIONS = ['FunctionDef', 'AsyncFunctionDef', 'Lambda'] as const;

/** Whether one place of a program is run before another, where both are; null where that isn't plain. */
export function runsBefore(one: PythonNode, other: PythonNode, names: ProgramNames): boolean | null {
  const { index } = names.tree;
  if (index.enclosing(one, FUNCTIONS) === index.enclosing(other, FUNCTIONS))
    return placeOf(one) < placeOf(other);
  const [first, second] = [startsOf(one, names), startsOf(other, names)];
  if (first.length === 0 || second.length === 0) return null;
  if (Math.max(...first) < Math.min(...second)) return true;
  return Math.min(...first) > Math.max(...second) ? false : null;
}

/** Where the statements of the program itself that may come to a place start: its own, or of those that name a function around it. */
function startsOf(place: PythonNode, names: ProgramNames): readonly number[] {
  const { index } = names.tree;
  const starts: number[] = [];
  const pending: PythonNode[] = [place];
  const seen = new Set<string>();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const around = index.enclosing(node, FUNCTIONS);
    if (around === undefined) starts.push(placeOf(node));
    else if (around.nodeType === 'Lambda') pending.push(around);
    else if (!seen.has(around.name)) {
      seen.add(around.name);
      pending.push(...names.uses(around.name));
      const owner = index.parent(around);
      if (owner?.nodeType === 'ClassDef') pending.push(...names.uses(owner.name));
    }
  }
  return starts;
}

/** The place of a node in the text, as a number that grows. */
function placeOf({ lineno = 0, col_offset = 0 }: PythonNode): number {
  return (lineno ?? 0) + (col_offset ?? 0) / MAX_COLUMNS;
}

const MAX_COLUMNS = 2 ** 20;
