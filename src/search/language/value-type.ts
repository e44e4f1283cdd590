import { isJsonObject, type Json } from '../../core/index.js';

/**
 * The static types the search knows. `integer` is a Python int; `number` is an int or a float (which of them JSON
 * does not say); `texts`, `integers` and `numbers` are lists; `grid` is a rectangle of integers, rows first; `grids` are lists
 * of such rectangles, and `rows` lists of integers of any lengths.
 */
export type ValueType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'integers'
  | 'numbers'
  | 'grid'
  | 'grids'
  | 'rows'
  | 'null';

/** A value during search: plain JavaScript, or undefined where a candidate has no value. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly number[]
  | readonly (readonly number[])[]
  | readonly (readonly (readonly number[])[])[];

/** Types whose values may stand where the key is wanted: an int is a number. */
export const ACCEPTED: Readonly<Record<ValueType, readonly ValueType[]>> = {
  text: ['text'],
  integer: ['integer'],
  number: ['integer', 'number'],
  boolean: ['boolean'],
  texts: ['texts'],
  integers: ['integers'],
  numbers: ['integers', 'numbers'],
  grid: ['grid'],
  grids: ['grids'],
  rows: ['grid', 'rows'],
  null: ['null'],
};

/** The type of the items of a list type, or null for other types. */
export function itemType(type: ValueType): ValueType | null {
  if (type === 'texts') return 'text';
  if (type === 'integers') return 'integer';
  if (type === 'numbers') return 'number';
  return null;
}

/** The list type with items of that type, or null when there is none. */
export function listType(item: ValueType): ValueType | null {
  if (item === 'text') return 'texts';
  if (item === 'integer') return 'integers';
  if (item === 'number') return 'numbers';
  return null;
}

/** The narrowest type that holds every value, or null when no single type does. */
export function commonType(values: readonly Json[]): ValueType | null {
  if (values.length === 0) return null;
  if (values.every((value) => typeof value === 'string')) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  if (values.every((value) => value === null)) return 'null';
  if (values.every((value) => typeof value === 'number')) {
    return values.every((value) => Number.isSafeInteger(value)) ? 'integer' : 'number';
  }
  if (values.every((value) => Array.isArray(value))) return commonListType(values as readonly Json[][]);
  return null;
}

function commonListType(lists: readonly (readonly Json[])[]): ValueType | null {
  if (lists.every(isGrid)) return 'grid';
  const items = lists.flat();
  if (items.length === 0) return 'integers';
  const type = commonType(items);
  if (type === 'integers') return 'rows';
  return type === null ? null : listType(type);
}

function isGrid(list: readonly Json[]): boolean {
  const first = list[0];
  if (!Array.isArray(first) || first.length === 0) return false;
  return list.every(
    (row) =>
      Array.isArray(row) &&
      row.length === first.length &&
      row.every((cell) => typeof cell === 'number' && Number.isSafeInteger(cell)),
  );
}

/** Whether every value is a record. */
export function areRecords(values: readonly Json[]): values is readonly { readonly [key: string]: Json }[] {
  return values.length > 0 && values.every(isJsonObject);
}
