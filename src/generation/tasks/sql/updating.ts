import type { Json, JsonObject, RandomStream } from '../../../core/index.js';
import { say, shown, withArticle } from '../words.js';
import { drawCondition, equals, rowWords } from './row-condition.js';
import { isPlain, type SqlRecords, type SqlRow } from './sql-records.js';
import { goalOf, type SqlTemplate } from './sql-template.js';
import { sqlName, sqlValue } from './sql-text.js';

/** Rows that one task may change: a check names each of them. */
const MOST_ROWS = 20;

const ENDINGS: readonly string[] = [
  'Change nothing else.',
  'Leave everything else as it is.',
  'Nothing else may change.',
  'Touch no other data.',
];

/** A column of the table that can be set to a value that another row has, and such a value. */
export function drawNewValue(
  table: SqlRecords,
  row: SqlRow,
  stream: RandomStream,
): { readonly column: string; readonly value: string | number } | null {
  const columns = [...table.categories, ...table.numbers].filter(
    (name) => !table.schema.unique.includes(name),
  );
  if (columns.length === 0 || table.schema.derived) return null;
  const column = stream.pick(columns);
  const value = stream.pick(table.rows).values[column];
  return isPlain(value) && value !== row.values[column] ? { column, value } : null;
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
  const { column, value } = change;
  const [who, what] = [rowWords(table, row, stream), table.wordsOf(column)];
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `Set the ${what} of ${who} to ${shown(value)}.`,
        `Change the ${what} of ${who} to ${shown(value)}.`,
        `${capital(who)} now has the ${what} ${shown(value)}. Record that.`,
        `Correct ${who}: the ${what} should be ${shown(value)}.`,
      ],
      ENDINGS,
    ),
    key: ['set', table.name, row.fact, column, value],
    answer: null,
    goals: [goalOf(row, { [column]: value })],
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
  if (table.schema.constrained || table.schema.derived) return null;
  const column = stream.pick(table.numbers);
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
    ),
    key: ['raise', table.name, column, step, condition.key],
    answer: null,
    goals: rows.map((row) => goalOf(row, { [column]: Number(row.values[column]) + step })),
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
  const values: Record<string, string | number> = {};
  for (const { name } of schema.columns) {
    const value = name === key ? Math.max(...keys) + stream.integer(1, 40) : stream.pick(rows).values[name];
    if (!isPlain(value)) return null;
    values[name] = value;
  }
  // A new row with the name of an old one would make the old one ambiguous.
  const { label } = table;
  if (label !== null && label !== key) return null;
  const fact = `${table.name}/${values[key]}`;
  const listed = schema.columns
    .map(({ name }) => `${table.wordsOf(name)} ${shown(values[name] ?? null)}`)
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
    ),
    key: ['add', table.name, values as JsonObject],
    answer: null,
    goals: [{ kind: 'fact', name: fact, value: values }],
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

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Changes of one row. */
export const updateTemplates: readonly SqlTemplate[] = [setValue, setValue, addRow];

/** Changes of many rows at once. */
export const manyRowsTemplates: readonly SqlTemplate[] = [setMany, deleteRows];
