import type { Json } from '../../core/index.js';
import { listed } from '../../core/internal.js';
import { pythonString } from '../language/python-source.js';
import { areRecords, commonType, type ValueType } from '../language/value-type.js';

/** What the inputs of a task are to a reader of the script. */
export interface InputKind {
  /** What the parameter is called. */
  readonly name: string;
  /** Null where the search has no type for it. */
  readonly type: ValueType | null;
  /** Python that is true for inputs of another kind, and what is expected instead; null where nothing can be said. */
  readonly guard: { readonly test: string; readonly expected: string } | null;
}

/** Most fields that a record is asked for by name. */
const MOST_FIELDS = 6;

const BY_TYPE: Readonly<
  Partial<Record<ValueType, readonly [name: string, python: string, expected: string]>>
> = {
  text: ['text', 'str', 'a text'],
  integer: ['number', '(int, float)', 'a number'],
  number: ['number', '(int, float)', 'a number'],
  integers: ['values', 'list', 'a list of numbers'],
  numbers: ['values', 'list', 'a list of numbers'],
  texts: ['texts', 'list', 'a list of texts'],
  grid: ['grid', 'list', 'a grid: a list of rows'],
  rows: ['rows', 'list', 'a list of lists'],
  boolean: ['flag', 'bool', 'true or false'],
};

/** The kind that all inputs are of, with a name for them that is not taken. */
export function inputKind(inputs: readonly Json[], isTaken: (name: string) => boolean): InputKind {
  const free = (name: string): string => [name, 'data'].find((one) => !isTaken(one)) ?? 'value';
  const type = commonType(inputs);
  const known = type === null ? undefined : BY_TYPE[type];
  if (known !== undefined) {
    const name = free(known[0]);
    return { name, type, guard: { test: `not isinstance(${name}, ${known[1]})`, expected: known[2] } };
  }
  if (areRecords(inputs)) {
    const shared = Object.keys(inputs[0] ?? {}).filter((key) =>
      inputs.every((record) => Object.hasOwn(record, key)),
    );
    return recordKind(free('record'), shared);
  }
  if (inputs.length > 0 && inputs.every((input) => Array.isArray(input))) {
    const isOfRecords = areRecords(inputs.flat());
    const name = free(isOfRecords ? 'records' : 'rows');
    const expected = isOfRecords ? 'a list of records' : 'a list';
    return { name, type, guard: { test: `not isinstance(${name}, list)`, expected } };
  }
  return { name: 'value', type, guard: null };
}

function recordKind(name: string, keys: readonly string[]): InputKind {
  const asked = keys.slice(0, MOST_FIELDS).map(pythonString);
  const missing =
    asked.length === 0
      ? ''
      : asked.length === 1
        ? ` or ${asked[0]} not in ${name}`
        : ` or not all(key in ${name} for key in (${asked.join(', ')}))`;
  // The words stand inside an f-string: what is special there is left out of them.
  const named =
    asked.every((key) => /^'[\w -]+'$/.test(key)) && asked.length > 0 ? ` with ${listed(asked)}` : '';
  return {
    name,
    type: null,
    guard: { test: `not isinstance(${name}, dict)${missing}`, expected: `a dict${named}` },
  };
}
