import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Json, JsonObject } from '../../core/index.js';
import type { OverlayState } from '../overlay-state.js';
import type { WorldState } from '../world-state.js';
import { quoteSqlName, type SqlTableShape, sqlRowName } from './sql-tables.js';
import type { TouchedRow } from './sql-touched-rows.js';
import { readSqlColumn } from './sql-value.js';

/** Bytes of the longest value that a fact may have; SQLite's own limit. */
const MAX_ROW_BYTES = 1_000_000_000;
const EVERY_ROW = { where: '', values: [] };

/** The facts of a database: the name that {@link sqlRowName} gives each row ↦ the row as an object by column. */
export function readSqlState(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: readonly SqlTableShape[],
): ReadonlyMap<string, Json> {
  const state = new Map<string, Json>();
  for (const shape of shapes) readRows(sqlite, database, shape, EVERY_ROW, state, state);
  return state;
}

/** The facts of a database where only these tables, in lower case, can differ from the state before. */
export function readTouchedTables(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: readonly SqlTableShape[],
  previous: OverlayState,
  tables: ReadonlySet<string>,
): OverlayState {
  const read = shapes.filter(({ name }) => tables.has(name.toLowerCase()));
  const facts = new Map<string, Json | undefined>();
  const isRead = new Set(read.map(({ name }) => name));
  for (const name of previous.keys()) {
    if (isRead.has(name.slice(0, name.indexOf('/')))) facts.set(name, undefined);
  }
  for (const shape of read) readRows(sqlite, database, shape, EVERY_ROW, previous, facts);
  return previous.with(facts);
}

/** The facts of a database where only these rows can differ from the state before. */
export function readTouchedRows(
  sqlite: Sqlite3Static,
  database: Database,
  previous: OverlayState,
  rows: Iterable<TouchedRow>,
): OverlayState {
  const facts = new Map<string, Json | undefined>();
  for (const { name, shape, where, values } of rows) {
    if (!readRows(sqlite, database, shape, { where, values }, previous, facts).has(name)) {
      facts.set(name, undefined);
    }
  }
  return previous.with(facts);
}

/** Reads rows as facts, those that are as they were from the state before, and gives their names. */
function readRows(
  sqlite: Sqlite3Static,
  database: Database,
  shape: SqlTableShape,
  { where, values }: Pick<TouchedRow, 'where' | 'values'>,
  previous: WorldState,
  facts: Map<string, Json | undefined>,
): ReadonlySet<string> {
  const { name: table, columns, key, rowid } = shape;
  const names = new Set<string>();
  // The limit on values is for agents: a row may begin with a longer one.
  const { capi } = sqlite;
  const maxBytes = capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES);
  const statement = database.prepare(`SELECT *, ${rowid ?? 'NULL'} FROM ${quoteSqlName(table)} ${where}`);
  try {
    if (values.length > 0) statement.bind([...values]);
    const pointer = Number(statement.pointer);
    while (statement.step()) {
      const row = columns.map((_, index) => readSqlColumn(sqlite, pointer, index));
      const keyValues = key.map((column) => row[column] ?? null);
      const number = readSqlColumn(sqlite, pointer, columns.length);
      const name = sqlRowName(shape, keyValues, number);
      names.add(name);
      const known = previous.get(name);
      facts.set(name, known !== undefined && isRow(known, columns, row) ? known : rowFact(columns, row));
    }
    return names;
  } finally {
    statement.finalize();
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, maxBytes);
  }
}

function rowFact(columns: readonly string[], values: readonly Json[]): JsonObject {
  // Of a column with this name, an assignment would make nothing.
  if (columns.includes('__proto__')) {
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
  }
  const fact: Record<string, Json> = {};
  for (let index = 0; index < columns.length; index++) fact[columns[index] as string] = values[index] ?? null;
  return fact;
}

function isRow(fact: Json, columns: readonly string[], values: readonly Json[]): boolean {
  const row = fact as JsonObject;
  return columns.every((column, index) => row[column] === values[index]);
}
