import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { openDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';

const MAGIC = 'SQLite format 3\0';
/** Bytes of the header of a file (https://sqlite.org/fileformat2.html#the_database_header). */
const HEADER_BYTES = 100;
/** Functions whose work may grow with the product of the lengths of two values, which no limit ends. */
const SLOW_FUNCTIONS = /\b(?:instr|replace|[lr]?trim)\s*\(/i;
/** Steps of SQLite between two looks at the clock. */
const STEPS_PER_CHECK = 100_000;

/** Whether bytes begin as SQLite's files do. */
export function isSqliteFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
}

/**
 * The bytes of a file of SQLite's as those of a database in memory, after SQLite has checked every page of it.
 * @throws {MettleError} `environments/invalid_sql_content` for a file that is broken, or that this SQLite can't read.
 */
export function checkedSqliteImage(
  sqlite: Sqlite3Static,
  path: string,
  bytes: Uint8Array,
  limits: SqlLimits,
): Uint8Array {
  if (bytes.length < HEADER_BYTES) {
    throw environmentError('invalid_sql_content', `The database ${path} ends in its header. Copy it anew.`);
  }
  const image = Uint8Array.from(bytes);
  // A database in memory has no write-ahead log, whatever the file was used with.
  image.set([1, 1], 18);
  const { capi } = sqlite;
  try {
    const database = openDatabaseImage(sqlite, image, limits, false);
    const end = performance.now() + limits.maxSeconds * 1000;
    capi.sqlite3_progress_handler(database, STEPS_PER_CHECK, () => (performance.now() > end ? 1 : 0), 0);
    try {
      // Whether rows meet their checks is not about the file; and a check may look at more than an agent may have.
      database.exec('PRAGMA ignore_check_constraints = ON');
      const sql = database.selectValues('SELECT sql FROM sqlite_schema');
      if (!sql.some((each) => SLOW_FUNCTIONS.test(String(each)))) {
        capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, limits.maxDatabaseBytes);
      }
      const problem = database.selectValue('PRAGMA quick_check(1)');
      if (problem !== 'ok') throw new Error(String(problem));
    } finally {
      database.close();
    }
    return image;
  } catch (error) {
    throw environmentError(
      'invalid_sql_content',
      `SQLite can't use the database ${path}: ${errorMessage(error)}. Check it: sqlite3 ${path} "PRAGMA integrity_check"`,
      { cause: error },
    );
  }
}
