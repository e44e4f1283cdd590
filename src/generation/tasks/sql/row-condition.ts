import type { Json, RandomStream } from '../../../core/index.js';
import { isOrAre } from '../words.js';
import { flagWords, isNoNoun } from './column-words.js';
import { said } from './said.js';
import type { SqlRecords } from './sql-records.js';
import { sqlName, sqlValue } from './sql-text.js';
import { isNothing, type SqlRow } from './sql-values.js';

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
    ...(table.dates.length > 0 ? [drawDate] : []),
  ];
  if (kinds.length === 0) return null;
  return stream.pick(kinds)(table, stream);
}

/** Two conditions on different columns, as one. */
export function drawTwoConditions(table: SqlRecords, stream: RandomStream): RowCondition | null {
  if (table.categories.length === 0 || table.numbers.length === 0) return null;
  const [first, second] = [drawCategory(table, stream), drawComparison(table, stream)];
  if (first === null) return null;
  return {
    words: `${first.words} and ${second.words}`,
    sql: (alias) => `${first.sql(alias)} AND ${second.sql(alias)}`,
    holds: (row) => first.holds(row) && second.holds(row),
    key: [first.key, second.key],
  };
}

function drawCategory(table: SqlRecords, stream: RandomStream): RowCondition | null {
  const column = stream.pick(table.categories);
  const value = stream.pick(table.rows).values[column] ?? null;
  return isNothing(value) ? null : equals(table, column, value);
}

/** The rows where a column has a value. */
export function equals(table: SqlRecords, column: string, value: Json): RowCondition {
  const [what, flag] = [table.wordsOf(column), table.flagOf(column)];
  return {
    words:
      flag !== null
        ? flagWords(flag, value)
        : isNoNoun(what)
          ? `${what} ${said(value)}`
          : `whose ${what} ${isOrAre(what)} ${said(value)}`,
    sql: (alias) => `${alias}.${sqlName(column)} = ${sqlValue(value)}`,
    holds: ({ values }) => values[column] === value,
    key: [column, '=', value],
  };
}

function drawComparison(table: SqlRecords, stream: RandomStream): RowCondition {
  const column = stream.pick(table.numbers);
  const name = table.wordsOf(column);
  const value = Number(stream.pick(table.rows).values[column]);
  const bound = isYear(name) ? value : boundNear(value, isShort(table, column));
  const [operator, words] = stream.pick(comparisons(name, bound));
  return {
    words,
    sql: (alias) => `${alias}.${sqlName(column)} ${operator} ${bound}`,
    holds: ({ values }) => compare(Number(values[column]), operator, bound),
    key: [column, operator, bound],
  };
}

/** Whether words name a year. */
export function isYear(words: string): boolean {
  return /\byear$/i.test(words);
}

/** A bound that a person would name: of two digits, or of those before its point; whole where a column keeps few digits. */
export function boundNear(value: number, isWhole = false): number {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 100) return value;
  if (isWhole && size < 100) return Math.round(value);
  const digits = Math.max(1 - Math.floor(Math.log10(size === 0 ? 1 : size)), -12);
  return digits >= 0
    ? Number(value.toFixed(Math.min(digits, 6)))
    : Math.round(value / 10 ** -digits) * 10 ** -digits;
}

type Operator = '>' | '<' | '>=' | '<=';

/** Ways to compare a column with a bound: by when it is, by how many there are, or by how much it is. */
function comparisons(name: string, bound: number): readonly (readonly [Operator, string])[] {
  const number = bound.toLocaleString('en-US', {
    maximumFractionDigits: 6,
    useGrouping: Math.abs(bound) >= 10_000,
  });
  if (isYear(name)) {
    return [
      ['>', `whose ${name} is after ${bound}`],
      ['<', `whose ${name} is before ${bound}`],
      ['>=', `whose ${name} is ${bound} or later`],
      ['<=', `whose ${name} is ${bound} or earlier`],
    ];
  }
  const counted =
    /^number of (.+)$/.exec(name)?.[1] ??
    /^(?:years|months|weeks|days|hours|minutes) (?:of|since) .+$/.exec(name)?.[0];
  if (counted !== undefined) {
    // Of one there is no plural, and nobody has fewer than one.
    if (bound <= 1) return [['>', bound === 1 ? `with two or more ${counted}` : `with any ${counted}`]];
    return [
      ['>', `with more than ${number} ${counted}`],
      ['<', `with fewer than ${number} ${counted}`],
      ['>=', `with at least ${number} ${counted}`],
      ['<=', `with at most ${number} ${counted}`],
    ];
  }
  const what = `${name} ${isOrAre(name)}`;
  return [
    ['>', `whose ${what} above ${number}`],
    ['>', `whose ${what} more than ${number}`],
    ['<', `whose ${what} below ${number}`],
    ['<', `whose ${what} less than ${number}`],
    ['>=', `whose ${what} at least ${number}`],
    ['<=', `whose ${what} at most ${number}`],
  ];
}

function compare(value: number, operator: '>' | '<' | '>=' | '<=', bound: number): boolean {
  if (operator === '>') return value > bound;
  if (operator === '<') return value < bound;
  return operator === '>=' ? value >= bound : value <= bound;
}

/** Whether a column keeps six digits of a number alone. */
export function isShort(table: SqlRecords, column: string): boolean {
  return typeOf(table, column) === 'FLOAT4';
}

function typeOf({ schema }: SqlRecords, column: string): string {
  return schema.columns.find(({ name }) => name === column)?.type ?? '';
}

/** The rows of a year or a day, or those before or from a day on: ISO 8601 sorts as text. */
function drawDate(table: SqlRecords, stream: RandomStream): RowCondition | null {
  const column = stream.pick(table.dates);
  const moment = String(stream.pick(table.rows).values[column]);
  const [day = ''] = moment.split(/[ T]/);
  const year = Number(day.slice(0, 4));
  // What stands for never is no day that a person would name.
  if (year < 1000 || year > 2200) return null;
  const what = table.wordsOf(column);
  const said = isNoNoun(what) ? `${what} date` : what;
  const { words, operator, bound } = stream.pick([
    { words: `in ${year}`, operator: 'in', bound: year },
    { words: `before ${day}`, operator: '<', bound: day },
    { words: `on or after ${day}`, operator: '>=', bound: day },
    ...(moment === day ? [{ words: day, operator: '=', bound: day }] : []),
  ]);
  return {
    words: `whose ${said} is ${words}`,
    sql: (alias) => {
      const name = `${alias}.${sqlName(column)}`;
      return operator === 'in'
        ? table.dialect.isInYear(name, year, typeOf(table, column))
        : `${name} ${operator} ${sqlValue(day)}`;
    },
    holds: ({ values }) => {
      const value = String(values[column]);
      if (operator === 'in') return value.startsWith(`${year}-`);
      if (operator === '=') return value === day;
      return operator === '<' ? value < day : value >= day;
    },
    key: [column, operator, bound],
  };
}

/** Whether rows are called by a number or a code that is their key. */
export function isKeyLabel({ label, schema }: SqlRecords): boolean {
  return label !== null && schema.primaryKey.length === 1 && schema.primaryKey[0] === label;
}

/** Whether what a row is called by is its name. */
export function isName({ label, wordsOf }: SqlRecords): boolean {
  return label !== null && ['name', 'title', 'full name', 'company name'].includes(wordsOf(label));
}

/** What one row is called: `the customer named "Ann"`, `customer 7`. */
export function rowWords(table: SqlRecords, row: SqlRow, stream: RandomStream): string {
  const { label, noun } = table;
  const value = row.values[label ?? ''] ?? null;
  const text = said(value);
  if (typeof value === 'number' && isKeyLabel(table)) {
    return stream.pick([
      `${noun.one} ${value}`,
      `${noun.one} number ${value}`,
      `the ${noun.one} with the ID ${value}`,
    ]);
  }
  const what = table.wordsOf(label ?? '');
  if (what === 'name')
    return stream.pick([`the ${noun.one} named ${text}`, `the ${noun.one} called ${text}`]);
  if (what === 'title') return stream.pick([`the ${noun.one} ${text}`, `the ${noun.one} called ${text}`]);
  return stream.pick([
    `the ${noun.one} with the ${what} ${text}`,
    `the ${noun.one} whose ${what} is ${text}`,
  ]);
}
