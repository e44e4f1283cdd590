import type { Json } from '../../../core/index.js';

/** What a column of a table holds. */
export type ColumnValue = string | number | null;

/** The values of a column of a file in the narrowest type that holds all of them. */
export function columnValues(
  values: readonly Json[],
  isText: boolean,
): { readonly type: 'INTEGER' | 'REAL' | 'TEXT'; readonly values: readonly ColumnValue[] } {
  const plain = values.map((value) => (isText ? fromText(value) : plainValue(value)));
  const isNumber = (value: ColumnValue): boolean => value === null || typeof value === 'number';
  if (isText) {
    const numbers = plain.map((value) => (typeof value === 'string' ? numberIn(value) : value));
    if (numbers.every((value) => value !== undefined)) return columnValues(numbers, false);
  }
  if (!plain.every(isNumber) || plain.every((value) => value === null)) {
    return { type: 'TEXT', values: plain.map((value) => (value === null ? null : String(value))) };
  }
  return {
    type: plain.every((value) => value === null || Number.isInteger(value)) ? 'INTEGER' : 'REAL',
    values: plain,
  };
}

/** A text of a CSV file; an empty one is no value. */
function fromText(value: Json): ColumnValue {
  return value === '' || value === null ? null : String(value);
}

/** The number that a text is, if it is written as numbers are: not with zeros before it, as codes have. */
function numberIn(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

function plainValue(value: Json): ColumnValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
