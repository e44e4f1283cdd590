import type { Json, RandomStream } from '../../../core/index.js';
import { isOrAre, shown, spaced, withArticle } from '../words.js';
import type { SqlRecords, SqlRow } from './sql-records.js';
import { sqlName, sqlValue } from './sql-text.js';

/** Which rows of a table are meant. */
export interface RowCondition {
  /** Stands behind the noun: `whose status is "open"`. */
  readonly words: string;
  readonly sql: (alias: string) => string;
  readonly holds: (row: SqlRow) => boolean;
  readonly key: Json;
}

/** A condition that some rows of the table meet and some don't; null where its columns give none. */
export function drawCondition(table: SqlRecords, stream: RandomStream): RowCondition | null {
  const kinds = [
    ...(table.categories.length > 0 ? [drawCategory, drawCategory] : []),
    ...(table.numbers.length > 0 ? [drawComparison] : []),
  ];
  if (kinds.length === 0) return null;
  return stream.pick(kinds)(table, stream);
}

/** Two conditions on different columns, as one. */
export function drawTwoConditions(table: SqlRecords, stream: RandomStream): RowCondition | null {
  if (table.categories.length === 0 || table.numbers.length === 0) return null;
  const [first, second] = [drawCategory(table, stream), drawComparison(table, stream)];
  return {
    words: `${first.words} and ${second.words}`,
    sql: (alias) => `${first.sql(alias)} AND ${second.sql(alias)}`,
    holds: (row) => first.holds(row) && second.holds(row),
    key: [first.key, second.key],
  };
}

function drawCategory(table: SqlRecords, stream: RandomStream): RowCondition {
  const column = stream.pick(table.categories);
  return equals(column, stream.pick(table.rows).values[column] ?? null);
}

/** The rows where a column has a value. */
export function equals(column: string, value: Json): RowCondition {
  return {
    words: `whose ${spaced(column)} ${isOrAre(spaced(column))} ${shown(value)}`,
    sql: (alias) => `${alias}.${sqlName(column)} = ${sqlValue(value)}`,
    holds: ({ values }) => values[column] === value,
    key: [column, '=', value],
  };
}

function drawComparison(table: SqlRecords, stream: RandomStream): RowCondition {
  const column = stream.pick(table.numbers);
  const bound = Number(stream.pick(table.rows).values[column]);
  const what = `${spaced(column)} ${isOrAre(spaced(column))}`;
  const [operator, words] = stream.pick([
    ['>', `with ${withArticle(spaced(column))} above ${bound}`],
    ['>', `whose ${what} more than ${bound}`],
    ['<', `with ${withArticle(spaced(column))} below ${bound}`],
    ['<', `whose ${what} less than ${bound}`],
    ['>=', `whose ${what} at least ${bound}`],
    ['<=', `whose ${what} at most ${bound}`],
  ] as const);
  return {
    words,
    sql: (alias) => `${alias}.${sqlName(column)} ${operator} ${bound}`,
    holds: ({ values }) => compare(Number(values[column]), operator, bound),
    key: [column, operator, bound],
  };
}

function compare(value: number, operator: '>' | '<' | '>=' | '<=', bound: number): boolean {
  if (operator === '>') return value > bound;
  if (operator === '<') return value < bound;
  return operator === '>=' ? value >= bound : value <= bound;
}

/** What one row is called: `the customer named "Ann"`. */
export function rowWords(table: SqlRecords, row: SqlRow, stream: RandomStream): string {
  const { label, noun } = table;
  const value = shown(row.values[label ?? ''] ?? null);
  if (label === 'name')
    return stream.pick([`the ${noun.one} named ${value}`, `the ${noun.one} called ${value}`]);
  return stream.pick([
    `the ${noun.one} with the ${spaced(label ?? '')} ${value}`,
    `the ${noun.one} whose ${spaced(label ?? '')} is ${value}`,
  ]);
}
