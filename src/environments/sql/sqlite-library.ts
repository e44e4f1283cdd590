import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage, MettleError } from '../../core/index.js';

let loading: Promise<Sqlite3Static> | undefined;

/**
 * SQLite compiled to WebAssembly, loaded on first use and shared by every database of this process.
 *
 * @throws {MettleError} `environments/sqlite_missing` when the package is not installed or does not start here.
 */
export function loadSqlite(): Promise<Sqlite3Static> {
  loading ??= start();
  return loading;
}

async function start(): Promise<Sqlite3Static> {
  try {
    const { default: initialize } = await import('@sqlite.org/sqlite-wasm');
    return await initialize();
  } catch (error) {
    loading = undefined;
    throw new MettleError({
      code: 'environments/sqlite_missing',
      message: `SQLite does not start here (${errorMessage(error)}). Install it: npm install @sqlite.org/sqlite-wasm`,
      cause: error,
    });
  }
}
