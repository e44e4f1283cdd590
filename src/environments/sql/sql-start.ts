import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { coreError } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { readDatabaseFile } from './database-file.js';
import type { SqlContent } from './sql-content.js';
import { buildDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';
import { checkedSqliteImage, isSqliteFile } from './sqlite-image.js';

/** What an SQL world starts from: tables, a file, or a file and tables beside those that it has. */
export interface SqlStartOptions {
  readonly content?: SqlContent;
  readonly database?: string;
  readonly sha256?: string;
}

/** The database that worlds begin with. */
export interface SqlStart {
  /** SQLite's own file bytes. */
  readonly image: Uint8Array;
  /** SHA-256 of the file it was read from; null for tables alone. */
  readonly sha256: string | null;
}

/**
 * Reads what worlds start from.
 * @throws {MettleError} `environments/invalid_sql_content`, `environments/too_large`, `core/invalid_option`.
 */
export async function readSqlStart(
  sqlite: Sqlite3Static,
  { content, database, sha256 }: SqlStartOptions,
  limits: SqlLimits,
): Promise<SqlStart> {
  if (database === undefined) {
    if (content !== undefined && sha256 === undefined)
      return { image: buildDatabaseImage(sqlite, content), sha256: null };
    throw coreError(
      'invalid_option',
      content === undefined
        ? 'An SQL world starts from something: give content, or database with the path of a file.'
        : 'sha256 is of the file that database names; there is none.',
    );
  }
  const file = await readDatabaseFile(database, { sha256, maxBytes: limits.maxDatabaseBytes });
  if (!isSqliteFile(file.bytes)) {
    throw environmentError('invalid_sql_content', `The file ${database} is no SQLite database.`);
  }
  const image = checkedSqliteImage(sqlite, database, file.bytes, limits);
  return {
    image: content === undefined ? image : buildDatabaseImage(sqlite, content, image),
    sha256: file.sha256,
  };
}
