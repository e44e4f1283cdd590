import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';

let loading: Promise<Sqlite3Static> | undefined;

/**
 * SQLite compiled to WebAssembly, loaded on first use and shared by every database of this process.
 *
 * @throws {MettleError} `environments/sqlite_unavailable` when the package is not installed or does not start here.
 */
export function loadSqlite(): Promise<Sqlite3Static> {
  loading ??= start();
  return loading;
}

async function start(): Promise<Sqlite3Static> {
  try {
    const { default: initialize } = await import('@sqlite.org/sqlite-wasm');
    const sqlite: Sqlite3Static & { config?: { warn: () => void } } = await initialize();
    // Failures come back as errors; the library would also print them to the console.
    if (sqlite.config !== undefined) sqlite.config.warn = () => undefined;
    return sqlite;
  } catch (error) {
    loading = undefined;
    throw environmentError(
      'sqlite_unavailable',
      `SQLite does not start here (${errorMessage(error)}). Install it: npm install @sqlite.org/sqlite-wasm`,
      { cause: error },
    );
  }
}
