import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { freezeSqliteClock, type WasmImports } from './sqlite-clock.js';

let loading: Promise<Sqlite3Static> | undefined;

/**
 * SQLite compiled to WebAssembly, loaded on first use and shared by every database of this process. Its clock stands still.
 *
 * @throws {MettleError} `environments/sqlite_unavailable` when the package is not installed or does not start here.
 */
export function loadSqlite(): Promise<Sqlite3Static> {
  loading ??= start();
  return loading;
}

/** What of WebAssembly is used here; Node's declarations lack it. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object, imports: WasmImports) => { readonly exports: object };
};

/** The hook by which emscripten lets others instantiate its module; the library's declarations lack it. */
type Initialize = (options: {
  readonly instantiateWasm: (
    imports: WasmImports,
    done: (instance: { readonly exports: object }) => void,
  ) => object;
}) => Promise<Sqlite3Static & { config?: { warn: () => void } }>;

async function start(): Promise<Sqlite3Static> {
  try {
    const { default: initialize } = await import('@sqlite.org/sqlite-wasm');
    const path = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
    const module = await WebAssembly.compile(await readFile(path));
    const sqlite = await (initialize as Initialize)({
      instantiateWasm: (imports, done) => {
        const memory = imports.env?.memory as { readonly buffer: ArrayBufferLike };
        freezeSqliteClock(imports, () => memory.buffer);
        const instance = new WebAssembly.Instance(module, imports);
        done(instance);
        return instance.exports;
      },
    });
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
