import type { Json } from '../../core/index.js';
import type { LocatedNode, PythonNode } from '../../python/index.js';
import { isLocated, type PythonTree } from '../../python/internal.js';
import { type Change, spanOf } from './detail-change.js';

/** More than the noise of floats, and less than anything that is rounded to: what it lifts was exactly in the middle. */
const NUDGE = '1e-9';

/**
 * Halves rounded up, as people and spreadsheets do, where Python rounds them to the even neighbour, or down because the binary
 * value is a hair lower: 1.005 to two places.
 */
export function roundingChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const rounded = roundedBy(node, tree);
  if (rounded === null) return [];
  const [, end] = spanOf(rounded, tree);
  return [{ at: [end, end], text: ` + ${NUDGE}`, around: node, show: [2, 4, 5].map(endingWith) }];
}

/** What is rounded by `round(…)` or `f'{…:.2f}'`; null where something else is, or what no sum may stand for. */
function roundedBy(node: LocatedNode, tree: PythonTree): LocatedNode | null {
  const value = operand(node, tree);
  if (value === null || value === undefined || !isLocated(value)) return null;
  return ['BinOp', 'Call', 'Name', 'Subscript', 'Constant'].includes(value.nodeType) ? value : null;
}

function operand(node: LocatedNode, tree: PythonTree): PythonNode | null | undefined {
  if (node.nodeType === 'FormattedValue') {
    return /:\.[0-9]f\}$/.test(tree.text(node)) ? node.value : null;
  }
  if (node.nodeType !== 'Call' || node.func.nodeType !== 'Name' || node.func.id !== 'round') return null;
  return node.args[0];
}

/** Sets the last digit of each number: products with a 5 are where halves come from, of others with two places a 2 or a 4. */
function endingWith(digit: number): (input: Json) => Json {
  const change = (value: Json): Json => {
    if (typeof value === 'number') return Number(ended(String(value), digit));
    if (typeof value === 'string') return ended(value, digit);
    if (Array.isArray(value)) return (value as readonly Json[]).map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
  };
  return change;
}

function ended(text: string, digit: number): string {
  return text.replace(/[0-9](?![0-9.e])/g, String(digit));
}
