import { type PythonNode, parsePython } from '../../python/index.js';
import { eachChild, isLocated, isStringLiteral } from '../../python/internal.js';

/** Lines of a script, 1-based, both included. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Shorter versions of a script, each without one statement, the largest first. Docstrings stay, and so does the last statement
 * of a block, which can't be empty. None for a source that can't be read.
 */
export function shorterScripts(script: string): readonly string[] {
  const parse = parsePython(script);
  if (!parse.ok) return [];
  const lines = script.split('\n');
  const ranges: LineRange[] = [];
  const visit = (node: PythonNode): void => {
    const blocks = Object.entries(node).filter(([, value]) => Array.isArray(value)) as [
      string,
      PythonNode[],
    ][];
    for (const [name, block] of blocks) {
      if (!['body', 'orelse', 'finalbody'].includes(name) || (block.length < 2 && node.nodeType !== 'Module'))
        continue;
      for (const statement of block) {
        const range = rangeOf(statement);
        if (range !== null && !isDocstring(statement)) ranges.push(range);
      }
    }
    eachChild(node, visit);
  };
  visit(parse.tree.module);
  const shorter = ranges
    .sort((left, right) => right.to - right.from - (left.to - left.from) || left.from - right.from)
    .map(({ from, to }) => lines.filter((_, index) => index + 1 < from || index + 1 > to).join('\n'));
  return [...new Set(shorter)];
}

function rangeOf(node: PythonNode): LineRange | null {
  if (!isLocated(node)) return null;
  const { lineno, end_lineno: end } = node;
  return typeof lineno === 'number' && typeof end === 'number' ? { from: lineno, to: end } : null;
}

function isDocstring(node: PythonNode): boolean {
  return node.nodeType === 'Expr' && isStringLiteral(node.value);
}
