import type { ColumnTask } from './column-task.js';
import { digitsOf } from './digit-runs.js';

/** Examples from which on it may be a rule to take the longest or the shortest word. */
const ENOUGH_FOR_LENGTHS = 10;
/** Names of columns whose numbers tell rows or things apart. */
const KEY_NAME =
  /(?:^|[^\p{L}])(?:ids?|row|nr|codes?|zip|postcode|plz|phone|tel|mobile|fax|sku|isbn|ean|iban|key|ref)(?:[^\p{L}]|$)/iu;

/**
 * Why a script that fits its examples does so by accident; null where nothing speaks for it. Nobody means the longest of
 * some words, and nobody computes with numbers that only tell rows apart.
 *
 * @param inputs - the columns that the script is given: one as text, several as a record
 */
export function accidentIn(task: ColumnTask, inputs: readonly string[], script: string): string | null {
  if (task.examples.length < ENOUGH_FOR_LENGTHS && /\bkey=len\b/.test(script)) {
    return 'it chooses a word by its length, which fits few examples by accident';
  }
  const converted = conversions(script);
  const key = inputs.find(
    (name) =>
      isKey(task, name) &&
      converted.some((argument) => inputs.length === 1 || argument.includes(`['${name}']`)) &&
      isComputed(task, name),
  );
  return key === undefined ? null : `it computes with "${key}", whose numbers tell rows apart`;
}

/** What a script makes numbers of. */
function conversions(script: string): readonly string[] {
  return [...script.matchAll(/\b(?:int|float)\(/g)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; end < script.length && depth > 0; end++) {
      depth += script[end] === '(' ? 1 : script[end] === ')' ? -1 : 0;
    }
    return script.slice(index + length, end - 1);
  });
}

/** Whether a column holds keys: by its name, by zeros before its numbers, or because it counts rows. */
function isKey(task: ColumnTask, name: string): boolean {
  const place = task.inputs.indexOf(name);
  const cells = [...task.examples, ...task.targets].map((row) => row.cells[place] ?? '');
  if (KEY_NAME.test(name)) return true;
  if (!cells.every((cell) => /^[0-9]+$/.test(cell))) return false;
  if (cells.some((cell) => /^0[0-9]/.test(cell))) return true;
  const numbers = [...new Set(cells.map(Number))].sort((left, right) => left - right);
  const [first = 0] = numbers;
  return numbers.length > 2 && numbers.every((number, index) => number === first + index);
}

/** Whether some output has a number that isn't one of the column's but for zeros before it. */
function isComputed(task: ColumnTask, name: string): boolean {
  const place = task.inputs.indexOf(name);
  return task.examples.some(({ cells, output }) => {
    const from = digitsOf(cells[place] ?? '');
    return (output.match(/[0-9]+/g) ?? []).some((run) => !from.includes(run.replace(/^0+(?=[0-9])/, '')));
  });
}
