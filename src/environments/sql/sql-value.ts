import type { Sqlite3Static, SqlValue, WasmPointer } from '@sqlite.org/sqlite-wasm';
import type { Json } from '../../core/index.js';

/**
 * A value out of SQLite as JSON, exact: integers beyond 2^53 as decimal text, infinities as text, blobs as
 * `{hex}`.
 */
function sqlValueToJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return String(value);
}

/**
 * A value of SQLite's as JSON gives it, exact also where the library is not: text with a NUL or a
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

/** SQLite's functions without the checks and conversions around them: most of the cost of reading many rows. */
interface PlainFunctions {
  sqlite3_column_type(statement: WasmPointer, column: number): number;
  sqlite3_column_int64(statement: WasmPointer, column: number): bigint;
  sqlite3_column_double(statement: WasmPointer, column: number): number;
  sqlite3_column_blob(statement: WasmPointer, column: number): WasmPointer;
  sqlite3_column_text(statement: WasmPointer, column: number): WasmPointer;
  sqlite3_column_bytes(statement: WasmPointer, column: number): number;
}

/** What a statement's row has in a column, as {@link readSqlValue}. */
export function readSqlColumn({ capi, wasm }: Sqlite3Static, statement: WasmPointer, column: number): Json {
  const plain = wasm.exports as unknown as PlainFunctions;
  switch (plain.sqlite3_column_type(statement, column)) {
    case capi.SQLITE_INTEGER: {
      const integer = plain.sqlite3_column_int64(statement, column);
      const number = Number(integer);
      return Number.isSafeInteger(number) ? number : integer.toString();
    }
    case capi.SQLITE_FLOAT:
      return sqlValueToJson(plain.sqlite3_column_double(statement, column));
    case capi.SQLITE_TEXT: {
      const start = plain.sqlite3_column_text(statement, column);
      return textOf(wasm.heap8u().subarray(start, start + plain.sqlite3_column_bytes(statement, column)));
    }
    case capi.SQLITE_BLOB: {
      const start = plain.sqlite3_column_blob(statement, column);
      const bytes = wasm.heap8u().subarray(start, start + plain.sqlite3_column_bytes(statement, column));
      return { hex: Buffer.from(bytes).toString('hex') };
    }
    default:
      return null;
  }
}

/** What a statement's row has in a column as {@link readSqlColumn}, but for integers and infinities that are texts there. */
export function readSqlKey(sqlite: Sqlite3Static, statement: WasmPointer, column: number): Json | bigint {
  const json = readSqlColumn(sqlite, statement, column);
  if (typeof json !== 'string') return json;
  const { capi, wasm } = sqlite;
  const type = (wasm.exports as unknown as PlainFunctions).sqlite3_column_type(statement, column);
  if (type === capi.SQLITE_INTEGER) return BigInt(json);
  return type === capi.SQLITE_FLOAT ? Number(json) : json;
}

function bytesOf({ capi, wasm }: Sqlite3Static, value: WasmPointer): Uint8Array {
  const start = Number(capi.sqlite3_value_blob(value));
  return wasm.heap8u().slice(start, start + capi.sqlite3_value_bytes(value));
}

/** Text as it is, also with a byte order mark or a NUL in it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): Json {
  try {
    return utf8.decode(bytes);
  } catch {
    return { text_hex: Buffer.from(bytes).toString('hex') };
  }
}
