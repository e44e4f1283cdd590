import type { Sqlite3Static, SqlValue, WasmPointer } from '@sqlite.org/sqlite-wasm';
import type { Json } from '../../core/index.js';

/**
 * A value out of SQLite as JSON, exact: integers beyond 2^53 as decimal text, infinities as text, blobs as
 * `{hex}`.
 */
export function sqlValueToJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return String(value);
}

/**
 * A value of SQLite's as {@link sqlValueToJson} gives it, exact also where the library is not: text with a NUL or a
 * byte order mark is whole, an empty blob is not null, and text that is not UTF-8 is `{text_hex}`.
 */
export function readSqlValue(sqlite: Sqlite3Static, value: WasmPointer): Json {
  const { capi } = sqlite;
  const known: SqlValue | undefined = capi.sqlite3_value_to_js(value);
  if (typeof known === 'string') {
    const isExact = Buffer.byteLength(known) === capi.sqlite3_value_bytes(value) && !known.includes('\uFFFD');
    return isExact ? known : textOf(bytesOf(sqlite, value));
  }
  if (known === null && capi.sqlite3_value_type(value) === capi.SQLITE_BLOB) return { hex: '' };
  return sqlValueToJson(known);
}

/** What a statement's row has in a column, as {@link readSqlValue}. */
export function readSqlColumn(sqlite: Sqlite3Static, statement: Statement, column: number): Json {
  return readSqlValue(sqlite, sqlite.capi.sqlite3_column_value(statement, column));
}

type Statement = Parameters<Sqlite3Static['capi']['sqlite3_column_value']>[0];

function bytesOf({ capi, wasm }: Sqlite3Static, value: WasmPointer): Uint8Array {
  const start = Number(capi.sqlite3_value_blob(value));
  return wasm.heap8u().slice(start, start + capi.sqlite3_value_bytes(value));
}

function textOf(bytes: Uint8Array): Json {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { text_hex: Buffer.from(bytes).toString('hex') };
  }
}
