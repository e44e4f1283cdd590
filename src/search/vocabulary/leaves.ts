import { isJsonObject, type Json } from '../../core/index.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import {
  ACCEPTED,
  areRecords,
  commonType,
  itemType,
  listType,
  type Value,
  type ValueType,
} from '../language/value-type.js';
import { fallbackLeaves } from './fallback-leaves.js';
import { readings } from './readings.js';

/** Deepest nesting of records and rows that is taken apart. */
const MAX_DEPTH = 3;
/** Longest list whose positions are offered one by one. */
const MAX_POSITIONS = 8;
/** Most numbers of a text that are offered one by one. */
const MOST_NUMBERS = 6;

type Reader = (input: unknown) => Json | undefined;

/**
 * What programs start from: the input when the search knows its type; for records every field that all inputs
 * have, at any depth to three; for rows of a fixed length every position; for lists of records the list of each
 * field.
 */
export function inputLeaves(variable: string, inputs: readonly Json[]): Operator[] {
  const leaves: Operator[] = [];
  collect(variable, inputs, (input) => input as Json, 0, leaves, undefined);
  return leaves;
}

function collect(
  python: string,
  values: readonly Json[],
  read: Reader,
  depth: number,
  leaves: Operator[],
  name: string | undefined,
): void {
  const type = commonType(values);
  if (type !== null) {
    leaves.push(
      leafOperator({
        python,
        result: type,
        cost: 1,
        read: typed(read, type),
        ...(name === undefined ? {} : { variable: name }),
      }),
    );
    if (type === 'text') {
      collectNumbers(python, values as readonly string[], read, leaves);
      leaves.push(...readings(python, values as readonly string[], read));
    }
    if (itemType(type) !== null || type === 'rows')
      collectRow(python, values as readonly (readonly Json[])[], read, depth, leaves);
    return;
  }
  if (depth >= MAX_DEPTH) return;
  if (areRecords(values)) {
    leaves.push(...fallbackLeaves(python, values, read));
    for (const key of commonKeys(values)) {
      collect(
        `${python}[${pythonString(key)}]`,
        values.map((record) => record[key] as Json),
        (input) => {
          const record = read(input);
          return isJsonObject(record) ? record[key] : undefined;
        },
        depth + 1,
        leaves,
        key,
      );
    }
    return;
  }
  if (values.every((value) => Array.isArray(value))) {
    collectPresent(python, values as readonly (readonly Json[])[], read, leaves);
    collectList(python, values as readonly (readonly Json[])[], read, depth, leaves);
  }
}

/** The whole numbers written in texts that all hold the same number of them, two or more. */
function collectNumbers(python: string, texts: readonly string[], read: Reader, leaves: Operator[]): void {
  const count = digitRuns(texts[0] ?? '').length;
  if (count < 2 || count > MOST_NUMBERS || texts.some((text) => digitRuns(text).length !== count)) return;
  for (let index = 0; index < count; index++) {
    leaves.push(
      leafOperator({
        python: `int(re.findall(r'[0-9]+', ${python})[${index}])`,
        result: 'integer',
        cost: 3,
        variable: 'number',
        read: (input) => {
          const text = read(input);
          const run = typeof text === 'string' ? digitRuns(text)[index] : undefined;
          return run === undefined || run.length > 15 ? undefined : Number(run);
        },
        imports: ['re'],
      }),
    );
  }
}

function digitRuns(text: string): readonly string[] {
  return text.match(/[0-9]+/g) ?? [];
}

function collectList(
  python: string,
  rows: readonly (readonly Json[])[],
  read: Reader,
  depth: number,
  leaves: Operator[],
): void {
  const items = rows.flat();
  if (areRecords(items)) {
    for (const key of commonKeys(items)) {
      collectColumn(python, items, key, read, leaves);
      for (const condition of conditionsOn(items)) collectColumn(python, items, key, read, leaves, condition);
    }
    return;
  }
  collectRow(python, rows, read, depth, leaves);
}

/** Lists in which null stands among values: those values, and where they are whole numbers, 0 for null. */
function collectPresent(
  python: string,
  lists: readonly (readonly Json[])[],
  read: Reader,
  leaves: Operator[],
): void {
  const type = commonType(lists.map((list) => list.filter((item) => item !== null)));
  if (type === null || itemType(type) === null || !lists.some((list) => list.includes(null))) return;
  const offer = (source: string, cost: number, change: (list: readonly Json[]) => readonly Json[]): void => {
    const reader: Reader = (input) => {
      const list = read(input);
      return Array.isArray(list) ? change(list) : undefined;
    };
    leaves.push(leafOperator({ python: source, result: type, cost, read: typed(reader, type) }));
  };
  offer(`[item for item in ${python} if item is not None]`, 1, (list) =>
    list.filter((item) => item !== null),
  );
  if (type === 'integers')
    offer(`[item or 0 for item in ${python}]`, 2, (list) => list.map((item) => item ?? 0));
}

/** Every position of rows that all have one short length. */
function collectRow(
  python: string,
  rows: readonly (readonly Json[])[],
  read: Reader,
  depth: number,
  leaves: Operator[],
): void {
  const length = rows[0]?.length ?? 0;
  if (
    depth >= MAX_DEPTH ||
    length === 0 ||
    length > MAX_POSITIONS ||
    rows.some((row) => row.length !== length)
  )
    return;
  for (let index = 0; index < length; index++) {
    collect(
      `${python}[${index}]`,
      rows.map((row) => row[index] as Json),
      (input) => {
        const row = read(input);
        return Array.isArray(row) ? (row[index] as Json | undefined) : undefined;
      },
      depth + 1,
      leaves,
      undefined,
    );
  }
}

type Row = { readonly [key: string]: Json };

/** Which records of a list count. */
interface Condition {
  readonly python: string;
  /** Undefined where the record is of another kind than those seen. */
  readonly holds: (record: Row) => boolean | undefined;
}

/** Most conditions on the records of a list. */
const MOST_CONDITIONS = 24;

/** That a member is one of the few texts or truth values that it takes, or a number at least so large. */
function conditionsOn(records: readonly Row[]): Condition[] {
  const conditions: Condition[] = [];
  for (const key of commonKeys(records)) {
    const values = records.map((record) => record[key] as Json);
    const name = `record[${pythonString(key)}]`;
    const different = new Set(values);
    const type = commonType(values);
    if (type === 'text' && different.size <= Math.min(6, records.length / 2)) {
      for (const value of different) {
        conditions.push({
          python: ` if ${name} == ${pythonString(String(value))}`,
          holds: (record) => (Object.hasOwn(record, key) ? record[key] === value : undefined),
        });
      }
    } else if (type === 'boolean') {
      const holds = (record: Row): boolean | undefined => {
        const value = record[key];
        return typeof value === 'boolean' ? value : undefined;
      };
      conditions.push({ python: ` if ${name}`, holds });
      conditions.push({ python: ` if not ${name}`, holds: (record) => negated(holds(record)) });
    } else if (type === 'integer' || type === 'number') {
      for (const bound of roundBounds(values as readonly number[])) {
        const holds = (record: Row): boolean | undefined => {
          const value = record[key];
          return typeof value === 'number' ? value >= bound : undefined;
        };
        conditions.push({ python: ` if ${name} >= ${bound}`, holds });
        conditions.push({ python: ` if ${name} < ${bound}`, holds: (record) => negated(holds(record)) });
      }
    }
  }
  return conditions.slice(0, MOST_CONDITIONS);
}

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}

/** Bounds that people draw within a range of numbers. */
function roundBounds(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [0, 1, 5, 10, 18, 20, 50, 100, 500, 1000, 10_000].filter((bound) => bound > low && bound <= high);
}

function collectColumn(
  python: string,
  records: readonly { readonly [key: string]: Json }[],
  key: string,
  read: Reader,
  leaves: Operator[],
  condition?: Condition,
): void {
  const item = commonType(records.map((record) => record[key] as Json));
  const type = item === null ? null : listType(item);
  if (type === null) return;
  const column: Reader = (input) => {
    const rows = read(input);
    if (!Array.isArray(rows)) return undefined;
    const cells: Json[] = [];
    for (const row of rows as readonly Json[]) {
      const counts = isJsonObject(row) && (condition === undefined || condition.holds(row));
      if (!isJsonObject(row) || counts === undefined) return undefined;
      if (!counts) continue;
      const cell = row[key];
      if (cell === undefined) return undefined;
      cells.push(cell);
    }
    return cells;
  };
  leaves.push(
    leafOperator({
      python: `[record[${pythonString(key)}] for record in ${python}${condition?.python ?? ''}]`,
      result: type,
      cost: condition === undefined ? 1 : 3,
      read: typed(column, type),
      variable: `${key}_values`,
    }),
  );
}

function commonKeys(records: readonly { readonly [key: string]: Json }[]): string[] {
  return Object.keys(records[0] ?? {}).filter((key) => records.every((record) => Object.hasOwn(record, key)));
}

/** Reads a value only where it has the leaf's type, so that no primitive meets another. */
function typed(read: Reader, type: ValueType): (input: unknown) => Value | undefined {
  return (input) => {
    const value = read(input);
    if (value === undefined) return undefined;
    const actual = commonType([value]);
    const isEmptyList = Array.isArray(value) && value.length === 0 && listTypes.has(type);
    return (actual !== null && ACCEPTED[type].includes(actual)) || isEmptyList ? (value as Value) : undefined;
  };
}

const listTypes: ReadonlySet<ValueType> = new Set(['texts', 'integers', 'numbers', 'rows']);
