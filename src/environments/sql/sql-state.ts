import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Json, JsonObject } from '../../core/index.js';
import type { WorldState } from '../world-state.js';
import type { SqlContent } from './sql-content.js';
import { sqlValueToJson } from './sql-value.js';

/**
 * The facts of a database: `TABLE/KEY` ↦ the row as an object by column, where KEY is the primary key's values
 * joined by commas.
 *
 * @param previous - the state before; facts that are as they were are taken from it.
 * @param tables - the tables to read, in lower case; the others are as in `previous`. Default: all.
 */
export function readSqlState(
  sqlite: Sqlite3Static,
  database: Database,
  content: SqlContent,
  previous: WorldState = new Map(),
  tables?: ReadonlySet<string>,
): WorldState {
  const { capi } = sqlite;
  const isRead = (table: string): boolean => tables?.has(table.toLowerCase()) ?? true;
  const kept = new Set(content.tables.map(({ name }) => name).filter((table) => !isRead(table)));
  const state = new Map<string, Json>(
    [...previous].filter(([name]) => kept.has(name.slice(0, name.indexOf('/')))),
  );
  for (const { name: table } of content.tables) {
    if (kept.has(table)) continue;
    const keyColumns = database
      .selectArrays('SELECT cid FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [table])
      .map(([column]) => Number(column));
    const statement = database.prepare(`SELECT * FROM ${table}`);
    try {
      const columns = statement.getColumnNames();
      while (statement.step()) {
        const values = columns.map((_, index) => sqlValueToJson(capi.sqlite3_column_js(statement, index)));
        const name = `${table}/${keyColumns.map((column) => String(values[column])).join(',')}`;
        const known = previous.get(name);
        state.set(
          name,
          known !== undefined && isRow(known, columns, values) ? known : rowFact(columns, values),
        );
      }
    } finally {
      statement.finalize();
    }
  }
  return state;
}

function rowFact(columns: readonly string[], values: readonly Json[]): JsonObject {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
}

function isRow(fact: Json, columns: readonly string[], values: readonly Json[]): boolean {
  const row = fact as JsonObject;
  return columns.every((column, index) => row[column] === values[index]);
}
