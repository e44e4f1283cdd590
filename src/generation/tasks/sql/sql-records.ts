import type { Json, JsonObject } from '../../../core/index.js';
import type { SqlTableSchema, WorldState } from '../../../environments/index.js';
import { type Noun, nounOf, spaced } from '../words.js';

/** A row and the name of its fact in the world. */
export interface SqlRow {
  readonly fact: string;
  readonly values: JsonObject;
}

/** A table with its rows, and what its columns are good for in a question. */
export interface SqlRecords {
  readonly name: string;
  readonly noun: Noun;
  readonly schema: SqlTableSchema;
  readonly rows: readonly SqlRow[];
  /** The column that a row is called by: a text that no other row has, else the only column of the key; else null. */
  readonly label: string | null;
  /** Columns without NULL where many rows have the same value. */
  readonly categories: readonly string[];
  /** Columns of numbers without NULL that mean an amount. */
  readonly numbers: readonly string[];
  readonly parents: readonly ParentLink[];
}

/** A column that says which row of another table a row belongs to. */
export interface ParentLink {
  readonly column: string;
  /** What the row calls the other one: `customer` for `customer_id`. */
  readonly words: string;
  readonly references: string;
  readonly parent: () => SqlRecords;
  /** The row that this value refers to. */
  readonly find: (value: Json) => SqlRow | undefined;
}

/** The tables of a world, from their declarations and from the facts that it starts with. */
export function readSqlRecords(
  schemas: readonly SqlTableSchema[],
  state: WorldState,
  nouns: Readonly<Record<string, Noun>> = {},
): readonly SqlRecords[] {
  const rowsOf = new Map<string, SqlRow[]>(schemas.map(({ name }) => [name, []]));
  for (const [fact, values] of state) {
    rowsOf.get(fact.slice(0, fact.indexOf('/')))?.push({ fact, values: values as JsonObject });
  }
  const tables = new Map<string, SqlRecords>();
  for (const schema of schemas) {
    const rows = rowsOf.get(schema.name) ?? [];
    const parents = schema.foreignKeys.flatMap((key) => {
      const target = schemas.find(({ name }) => name.toLowerCase() === key.table.toLowerCase());
      const references = key.references === '' ? target?.primaryKey[0] : key.references;
      if (target === undefined || references === undefined || hasNull(rows, key.column)) return [];
      const byValue = new Map((rowsOf.get(target.name) ?? []).map((row) => [row.values[references], row]));
      return [
        {
          column: key.column,
          words: spaced(key.column.replace(/_?(?:id|code|key)$/i, '') || key.column),
          references,
          parent: () => tables.get(target.name) as SqlRecords,
          find: (value: Json) => byValue.get(value),
        },
      ];
    });
    tables.set(schema.name, {
      name: schema.name,
      noun: nouns[schema.name] ?? nounOf(schema.name),
      schema,
      rows,
      label: labelOf(schema, rows),
      categories: schema.columns.map(({ name }) => name).filter((name) => isCategory(schema, rows, name)),
      numbers: schema.columns.map(({ name }) => name).filter((name) => isAmount(schema, rows, name)),
      parents,
    });
  }
  return [...tables.values()];
}

function labelOf(schema: SqlTableSchema, rows: readonly SqlRow[]): string | null {
  if (rows.length === 0) return null;
  const texts = schema.columns
    .filter(({ name }) => !schema.foreignKeys.some(({ column }) => column === name))
    .filter(({ name }) => rows.every(({ values }) => isPlainText(values[name])))
    .map(({ name }) => name)
    .filter((name) => distinct(rows, name) === rows.length);
  const named = ['name', 'title', 'label', 'email', 'code', 'sku'].find((name) => texts.includes(name));
  const [key, ...more] = schema.primaryKey;
  const only =
    more.length === 0 && key !== undefined && rows.every(({ values }) => isPlain(values[key])) ? key : null;
  return named ?? only ?? texts[0] ?? null;
}

function isCategory(schema: SqlTableSchema, rows: readonly SqlRow[], column: string): boolean {
  if (isReference(schema, column)) return false;
  if (!rows.every(({ values }) => isPlainText(values[column]) || isFlag(values[column]))) return false;
  const different = new Set(rows.map(({ values }) => values[column]));
  return (
    different.size >= 2 && different.size === distinct(rows, column) && different.size <= rows.length / 2
  );
}

function isAmount(schema: SqlTableSchema, rows: readonly SqlRow[], column: string): boolean {
  if (isReference(schema, column) || rows.length < 2) return false;
  if (/(?:^|_)(?:id|code|zip|phone|number|key|version)$/i.test(column)) return false;
  return rows.every(({ values }) => typeof values[column] === 'number') && distinct(rows, column) > 2;
}

function isReference(schema: SqlTableSchema, column: string): boolean {
  return schema.primaryKey.includes(column) || schema.foreignKeys.some((key) => key.column === column);
}

function hasNull(rows: readonly SqlRow[], column: string): boolean {
  return rows.some(({ values }) => (values[column] ?? null) === null);
}

/** How many values there are that differ in more than case and spaces around them. */
function distinct(rows: readonly SqlRow[], column: string): number {
  return new Set(rows.map(({ values }) => plainForm(values[column] ?? null))).size;
}

function plainForm(value: Json): Json {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** A text that can stand in a sentence. */
function isPlainText(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[\p{L}\p{N}\p{P}\p{S}][\p{L}\p{N}\p{P}\p{S} ]{0,79}$/u.test(value);
}

function isFlag(value: Json | undefined): boolean {
  return value === 0 || value === 1;
}

/** A value that can stand in a sentence. */
export function isPlain(value: Json | undefined): value is string | number {
  return typeof value === 'number' || isPlainText(value);
}
