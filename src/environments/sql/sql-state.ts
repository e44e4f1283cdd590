import type { Database } from '@sqlite.org/sqlite-wasm';
import type { Json } from '../../core/index.js';
import type { WorldState } from '../world-state.js';
import type { SqlContent } from './sql-content.js';
import { sqlValueToJson } from './sql-value.js';

/**
 * The facts of a database: `TABLE/KEY` ↦ the row as an object by column, where KEY is the primary key's values
 * joined by commas.
 */
export function readSqlState(database: Database, content: SqlContent): WorldState {
  const state = new Map<string, Json>();
  for (const { name: table } of content.tables) {
    const keys = database
      .selectArrays('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [table])
      .map(([column]) => String(column));
    const rows = database.exec({
      sql: `SELECT * FROM ${table}`,
      rowMode: 'object',
      returnValue: 'resultRows',
    });
    for (const row of rows) {
      const facts = Object.entries(row).map(([column, value]) => [column, sqlValueToJson(value)] as const);
      state.set(`${table}/${keys.map((column) => String(row[column])).join(',')}`, Object.fromEntries(facts));
    }
  }
  return state;
}
