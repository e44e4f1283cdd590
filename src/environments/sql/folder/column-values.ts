import type { Json } from '../../../core/index.js';

/** What a column of a table holds. */
export type ColumnValue = string | number | null;

/** How a file writes its values: all as texts, as JSON does, or each with a type. */
export type FileKind = 'text' | 'json' | 'typed';

/**
 * The values of a column of a file in the narrowest type that holds all of them.
 * @throws for integers that JSON does not keep exact.
 */
export function columnValues(
  name: string,
  values: readonly Json[],
  kind: FileKind,
): { readonly type: 'INTEGER' | 'REAL' | 'TEXT'; readonly values: readonly ColumnValue[] } {
  const plain = values.map((value) => (kind === 'text' ? fromText(value) : plainValue(value)));
  if (kind === 'text') {
    const numbers = plain.map((value) => (typeof value === 'string' ? numberIn(value) : value));
    if (numbers.every((value) => value !== undefined)) return columnValues(name, numbers, 'typed');
  }
  const isNumber = (value: ColumnValue): boolean => value === null || typeof value === 'number';
  if (!plain.every(isNumber) || plain.every((value) => value === null)) {
    return { type: 'TEXT', values: plain.map((value) => (value === null ? null : String(value))) };
  }
  const isWhole = plain.every((value) => value === null || Number.isInteger(value));
  const isExact = plain.every((value) => value === null || Number.isSafeInteger(value));
  if (isWhole && !isExact && kind === 'json') {
    throw new Error(
      `Its column ${name} has integers beyond 2^53, which are not read exactly. Write them as texts.`,
    );
  }
  return { type: isExact ? 'INTEGER' : 'REAL', values: plain };
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
