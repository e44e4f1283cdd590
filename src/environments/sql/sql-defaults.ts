import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { environmentError } from '../error-codes.js';
import type { SqlContent } from './sql-content.js';
import { defaultSqlLimits } from './sql-limits.js';
import { runSqlStatement } from './sql-statement.js';

/**
 * Checks that what columns are given by default follows from the data alone. SQLite asks nobody about the functions of
 * a default, so an agent could read the clock by leaving a column out.
 * @throws {MettleError} `environments/invalid_sql_content` for one such as `CURRENT_TIMESTAMP`.
 */
export function checkSqlDefaults(sqlite: Sqlite3Static, database: Database, { tables }: SqlContent): void {
  for (const table of tables) {
    const columns = database.selectArrays(
      'SELECT name, dflt_value FROM pragma_table_xinfo(?) WHERE dflt_value IS NOT NULL',
      [table.name],
    );
    for (const [column, value] of columns) {
      const outcome = runSqlStatement({
        sqlite,
        database,
        sql: `SELECT ${value}`,
        access: 'read',
        limits: defaultSqlLimits,
        tables: new Set(),
        onWrite: () => undefined,
      });
      if (outcome.ok || outcome.type !== 'not_allowed') continue;
      throw environmentError(
        'invalid_sql_content',
        `The column ${column} of ${table.name} can't be ${value} by default: ${outcome.message}. Give it a constant.`,
      );
    }
  }
}
