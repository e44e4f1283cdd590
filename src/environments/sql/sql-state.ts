import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Json, JsonObject } from '../../core/index.js';
import type { WorldState } from '../world-state.js';
import { quoteSqlName, type SqlTableShape, sqlRowName } from './sql-tables.js';
import type { TouchedRow } from './sql-touched-rows.js';
import { readSqlColumn } from './sql-value.js';

/** Bytes of the longest value that a fact may have; SQLite's own limit. */
const MAX_ROW_BYTES = 1_000_000_000;

/**
 * The facts of a database: the name that {@link sqlRowName} gives each row ↦ the row as an object by column.
 *
 * @param previous - the state before; facts that are as they were are taken from it.
 * @param tables - the tables to read, in lower case; the others are as in `previous`. Default: all.
 */
export function readSqlState(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: readonly SqlTableShape[],
  previous: WorldState = new Map(),
  tables?: ReadonlySet<string>,
): WorldState {
  const isRead = (table: string): boolean => tables?.has(table.toLowerCase()) ?? true;
  const kept = new Set(shapes.map(({ name }) => name).filter((table) => !isRead(table)));
  const state = new Map<string, Json>(
    [...previous].filter(([name]) => kept.has(name.slice(0, name.indexOf('/')))),
  );
  for (const shape of shapes) {
    if (!kept.has(shape.name)) readRows(sqlite, database, shape, { where: '', values: [] }, previous, state);
  }
  return state;
}

/** The facts of a database where only these rows can differ from the state before. */
export function readTouchedRows(
  sqlite: Sqlite3Static,
  database: Database,
  previous: WorldState,
  rows: Iterable<TouchedRow>,
): WorldState {
  const state = new Map(previous);
  for (const { name, shape, where, values } of rows) {
    if (!readRows(sqlite, database, shape, { where, values }, previous, state).has(name)) state.delete(name);
  }
  return state;
}

/** Reads rows into the state and gives their names. */
function readRows(
  sqlite: Sqlite3Static,
  database: Database,
  shape: SqlTableShape,
  { where, values }: Pick<TouchedRow, 'where' | 'values'>,
  previous: WorldState,
  state: Map<string, Json>,
): ReadonlySet<string> {
  const { name: table, columns, key, rowid } = shape;
  const names = new Set<string>();
  // The limit on values is for agents: a row may begin with a longer one.
  const { capi } = sqlite;
  const maxBytes = capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES);
  const statement = database.prepare(`SELECT *, ${rowid ?? 'NULL'} FROM ${quoteSqlName(table)} ${where}`);
  try {
    if (values.length > 0) statement.bind([...values]);
    while (statement.step()) {
      const row = columns.map((_, index) => readSqlColumn(sqlite, statement, index));
      const keyValues = key.map((column) => row[column] ?? null);
      const number = readSqlColumn(sqlite, statement, columns.length);
      const name = sqlRowName(shape, keyValues, number);
      names.add(name);
      const known = previous.get(name);
      state.set(name, known !== undefined && isRow(known, columns, row) ? known : rowFact(columns, row));
    }
    return names;
  } finally {
    statement.finalize();
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, maxBytes);
  }
}

function rowFact(columns: readonly string[], values: readonly Json[]): JsonObject {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
}

function isRow(fact: Json, columns: readonly string[], values: readonly Json[]): boolean {
  const row = fact as JsonObject;
  return columns.every((column, index) => row[column] === values[index]);
}
