import type { Json, JsonObject, RandomStream } from '../../../core/index.js';
import { CHANGE_OPENINGS, say, withArticle } from '../words.js';
import { isAdded } from './aggregate.js';
import { flagAdjective, isAside, isYes } from './column-words.js';
import { drawCondition, equals, rowWords } from './row-condition.js';
import { said } from './said.js';
import type { SqlRecords } from './sql-records.js';
import { goalOf, type SqlTemplate } from './sql-template.js';
import { sqlName, sqlValue } from './sql-text.js';
import { isNothing, isPlain, type SqlRow } from './sql-values.js';

/** Rows that one task may change: a check names each of them. */
const MOST_ROWS = 20;

const ENDINGS: readonly string[] = [
  'Change nothing else.',
  'Leave everything else as it is.',
  'Nothing else may change.',
  'Touch no other data.',
];

/** A new value of a column: as a person says it, and as the world then holds it. */
export interface NewValue {
  readonly column: string;
  readonly value: string | number | boolean;
  readonly stored: Json;
}

/** A column of the table that can be set to a value that another row has, and such a value. */
export function drawNewValue(table: SqlRecords, row: SqlRow, stream: RandomStream): NewValue | null {
  const columns = [...table.categories, ...table.numbers].filter(
    (name) => table.isAsked(name) && !table.schema.unique.includes(name),
  );
  if (columns.length === 0 || table.schema.derived || table.schema.primaryKey.length === 0) return null;
  const column = stream.pick(columns);
  const other = stream.pick(table.rows);
  const [value, stored] = [other.values[column], other.stored[column] ?? null];
  const isValue = (isPlain(value) && !isLong(value)) || typeof value === 'boolean';
  if (!isValue || isNothing(value) || value === row.values[column] || !isKeptAs(table, column, value, stored))
    return null;
  return { column, value, stored };
}

/** Whether nobody would say a number: it has more than two decimals. */
function isLong(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value * 100 - Math.round(value * 100)) > 1e-6;
}

/** Whether the world holds a value as it does in a row whoever writes it, with zeros behind its point or without. */
function isKeptAs({ schema }: SqlRecords, column: string, value: Json, stored: Json): boolean {
  const type = schema.columns.find(({ name }) => name === column)?.type ?? '';
  return value === stored || String(value) === stored || /\(\d+, ?\d+\)/.test(type);
}

/** What sets a value, in the words of one who asks for it. */
export function settingWords(table: SqlRecords, { column, value }: NewValue): SettingWords {
  const [flag, what] = [table.flagOf(column), table.wordsOf(column)];
  if (flag === null) {
    return {
      order: (who) => `Set the ${what} of ${who} to ${said(value)}`,
      wish: (who) => `change the ${what} of ${who} to ${said(value)}`,
      news: (who) => `${capital(who)} now has the ${what} ${said(value)}`,
      correction: (who) => `Correct ${who}: the ${what} should be ${said(value)}`,
    };
  }
  const [yes, adjective] = [isYes(value), flagAdjective(flag)];
  if (adjective !== null) {
    const state = `${yes ? '' : 'not '}${adjective}`;
    return {
      order: (who) => `Mark ${who} as ${state}`,
      wish: (who) => `mark ${who} as ${state}`,
      news: (who) => `${capital(who)} is now ${state}`,
      correction: (who) => `Correct ${who}: it should be marked as ${state}`,
    };
  }
  const answer = typeof value === 'string' ? said(value) : yes ? 'yes' : 'no';
  return {
    order: (who) => `Set ${what} to ${answer} for ${who}`,
    wish: (who) => `set ${what} to ${answer} for ${who}`,
    news: (who) => `For ${who}, ${what} is now ${answer}`,
    correction: (who) => `Correct ${who}: ${what} should be ${answer}`,
  };
}

/** A request to set a value, said of a row in four ways, without the stop at the end. */
interface SettingWords {
  readonly order: (who: string) => string;
  /** In lower case, after `please`. */
  readonly wish: (who: string) => string;
  readonly news: (who: string) => string;
  readonly correction: (who: string) => string;
}

/** The statement that sets a column of the row that the label names. */
export function updateStatement(table: SqlRecords, row: SqlRow, column: string, value: Json): string {
  return `UPDATE ${sqlName(table.name)} SET ${sqlName(column)} = ${sqlValue(value)} WHERE ${whereRow(table, row)}`;
}

/** The statement that reads the row that the label names. */
export function rowStatement(table: SqlRecords, row: SqlRow): string {
  return `SELECT * FROM ${sqlName(table.name)} WHERE ${whereRow(table, row)}`;
}

/** The condition that picks a row by its label. */
function whereRow(table: SqlRecords, row: SqlRow): string {
  const label = table.label ?? '';
  return `${sqlName(label)} = ${sqlValue(row.values[label] ?? null)}`;
}

const setValue: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  if (table.label === null || table.named.length < 2) return null;
  const row = stream.pick(table.named);
  const change = drawNewValue(table, row, stream);
  if (change === null || change.column === table.label) return null;
  const { column, value, stored } = change;
  const [who, words] = [rowWords(table, row, stream), settingWords(table, change)];
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `${words.order(who)}.`,
        `${capital(words.wish(who))}.`,
        `${words.news(who)}. Record that.`,
        `${words.correction(who)}.`,
      ],
      ENDINGS,
      CHANGE_OPENINGS,
    ),
    key: ['set', table.name, row.fact, column, value],
    answer: null,
    goals: [goalOf(row, { [column]: stored })],
    touched: [row.fact],
    solution: {
      kind: 'writes',
      look: rowStatement(table, row),
      statements: [updateStatement(table, row, column, value)],
    },
  };
};

const setMany: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const condition = drawCondition(table, stream);
  if (condition === null || table.numbers.length === 0) return null;
  if (table.schema.constrained || table.schema.derived || table.schema.primaryKey.length === 0) return null;
  const column = stream.pick(table.numbers);
  if (!isAdded(table, column)) return null;
  const rows = table.rows.filter(condition.holds);
  if (rows.length < 2 || rows.length > MOST_ROWS || rows.length === table.rows.length) return null;
  if (table.schema.unique.includes(column)) return null;
  if (!rows.every(({ values }) => Number.isSafeInteger(values[column]))) return null;
  const step = stream.integer(1, 9);
  const [what, whom] = [table.wordsOf(column), `every one of the ${table.noun.many} ${condition.words}`];
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `Raise the ${what} of ${whom} by ${step}.`,
        `Increase the ${what} of ${whom} by ${step}.`,
        `Add ${step} to the ${what} of ${whom}.`,
      ],
      ENDINGS,
      CHANGE_OPENINGS,
    ),
    key: ['raise', table.name, column, step, condition.key],
    answer: null,
    goals: rows.map((row) => goalOf(row, { [column]: raised(row, column, step) })),
    touched: rows.map(({ fact }) => fact),
    solution: {
      kind: 'writes',
      look: `SELECT count(*) FROM ${sqlName(table.name)} AS t WHERE ${condition.sql('t')}`,
      statements: [
        `UPDATE ${sqlName(table.name)} AS t SET ${sqlName(column)} = ${sqlName(column)} + ${step} WHERE ${condition.sql('t')}`,
      ],
    },
  };
};

const deleteRows: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const condition = drawCondition(table, stream);
  if (condition === null || table.isReferred || table.schema.derived) return null;
  const rows = table.rows.filter(condition.holds);
  if (rows.length === 0 || rows.length > MOST_ROWS || rows.length === table.rows.length) return null;
  const whom = `${table.noun.many} ${condition.words}`;
  return {
    category: 'update',
    prompt: say(
      stream,
      [`Delete all ${whom}.`, `Remove every one of the ${whom}.`, `Get rid of the ${whom}: delete them.`],
      ENDINGS,
      CHANGE_OPENINGS,
    ),
    key: ['delete', table.name, condition.key],
    answer: null,
    goals: rows.map(({ fact }) => ({ kind: 'absent', name: fact })),
    touched: rows.map(({ fact }) => fact),
    solution: {
      kind: 'writes',
      look: `SELECT count(*) FROM ${sqlName(table.name)} AS t WHERE ${condition.sql('t')}`,
      statements: [`DELETE FROM ${sqlName(table.name)} AS t WHERE ${condition.sql('t')}`],
    },
  };
};

const addRow: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const { schema, rows } = table;
  const [key, ...more] = schema.primaryKey;
  if (key === undefined || more.length > 0 || schema.unique.length > 0) return null;
  if (schema.constrained || schema.derived) return null;
  const keys = rows.map(({ values }) => values[key]);
  if (rows.length < 2 || !keys.every((value): value is number => Number.isSafeInteger(value))) return null;
  // What is each row's own, such as a name, can't be taken from another.
  if (schema.columns.some(({ name }) => isOwn(table, name) || isAside(name))) return null;
  const values: Record<string, string | number> = {};
  const stored: Record<string, Json> = {};
  for (const { name } of schema.columns) {
    const other = stream.pick(rows);
    const value =
      name === key
        ? keys.reduce((most, each) => Math.max(most, each), 0) + stream.integer(1, 40)
        : other.values[name];
    const kept = name === key ? (value ?? null) : (other.stored[name] ?? null);
    if (!isPlain(value) || !isKeptAs(table, name, value, kept)) return null;
    values[name] = value;
    stored[name] = kept;
  }
  // A new row with the name of an old one would make the old one ambiguous.
  const { label } = table;
  if (label !== null && label !== key) return null;
  const fact = `${table.name}/${values[key]}`;
  const listed = schema.columns
    .map(({ name }) => {
      const link = table.parents.find(({ column }) => column === name);
      return `${link?.words ?? table.wordsOf(name)} ${said(values[name] ?? null)}`;
    })
    .join(', ');
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `Add ${withArticle(table.noun.one)}: ${listed}.`,
        `Insert ${withArticle(table.noun.one)} with these values: ${listed}.`,
        `Record a new ${table.noun.one}: ${listed}.`,
      ],
      ENDINGS,
      CHANGE_OPENINGS,
    ),
    key: ['add', table.name, values as JsonObject],
    answer: null,
    goals: [{ kind: 'fact', name: fact, value: stored }],
    touched: [fact],
    solution: {
      kind: 'writes',
      look: `SELECT count(*) FROM ${sqlName(table.name)} WHERE ${equals(table, key, values[key] ?? null).sql(sqlName(table.name))}`,
      statements: [
        `INSERT INTO ${sqlName(table.name)} (${Object.keys(values).map(sqlName).join(', ')}) VALUES (${Object.values(values).map(sqlValue).join(', ')})`,
      ],
    },
  };
};

/** What the world holds after a number of a row is raised: a text of as many decimals where it held one. */
function raised({ values, stored }: SqlRow, column: string, step: number): Json {
  const sum = Number(values[column]) + step;
  const before = stored[column];
  return typeof before === 'string' ? sum.toFixed((before.split('.')[1] ?? '').length) : sum;
}

/** Whether most rows have a text of their own in a column, which is no day. */
function isOwn({ rows, dates, categories, schema }: SqlRecords, column: string): boolean {
  if (dates.includes(column) || categories.includes(column)) return false;
  if (schema.primaryKey.includes(column) || schema.foreignKeys.some((key) => key.column === column))
    return false;
  const texts = rows.flatMap(({ values }) => (typeof values[column] === 'string' ? [values[column]] : []));
  return new Set(texts).size > rows.length / 2;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Changes of one row. */
export const updateTemplates: readonly SqlTemplate[] = [setValue, setValue, addRow];

/** Changes of many rows at once. */
export const manyRowsTemplates: readonly SqlTemplate[] = [setMany, deleteRows];
