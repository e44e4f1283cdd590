import type { Value } from '../language/value-type.js';

/** Characters, items and cells in a value of any kind. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length;
  if (Array.isArray(value)) {
    let sum = 1;
    for (const item of value) sum += typeof item === 'number' ? 1 : weightOf(item);
    return sum;
  }
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + weightOf(member), 1);
}

/** The same as {@link weightOf}, for a value whose lists hold items of one type. */
export function weightOfValue(value: Value | undefined): number {
  if (!Array.isArray(value)) return weightOf(value);
  if (typeof value[0] === 'number') return 1 + value.length;
  let sum = 1;
  for (const item of value) sum += weightOfValue(item as Value);
  return sum;
}

/** About how many bytes values of one candidate take in V8, had they nothing in common with those of others. */
export function bytesOfValues(values: readonly (Value | undefined)[]): number {
  let sum = BYTES_OF_LIST + 8 * values.length;
  for (const value of values) {
    if (typeof value === 'string') sum += BYTES_OF_TEXT + value.length;
    else if (Array.isArray(value)) sum += bytesOfList(value as readonly Value[]);
  }
  return sum;
}

const BYTES_OF_LIST = 48;
const BYTES_OF_TEXT = 16;

function bytesOfList(list: readonly Value[]): number {
  return typeof list[0] === 'number' ? BYTES_OF_LIST + 8 * list.length : bytesOfValues(list);
}
