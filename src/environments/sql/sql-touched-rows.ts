import type { Database, Sqlite3Static, SqlValue, WasmPointer } from '@sqlite.org/sqlite-wasm';
import {
  isNamedByRowid,
  LAST_ROW_NUMBER,
  quoteSqlName,
  type SqlKeyValue,
  type SqlTableShape,
  sqlRowName,
} from './sql-tables.js';
import { readSqlValue } from './sql-value.js';
import { type RowWatch, whileRowsAreWatched } from './sqlite-callbacks.js';

/** A row that a statement may have changed, and how to find what it is now. */
export interface TouchedRow {
  readonly name: string;
  readonly shape: SqlTableShape;
  /** `WHERE …` with a parameter for each value. */
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** With more rows than these, reading whole tables costs less. */
const MOST_ROWS = 1_000;

/**
 * Runs a statement and notes each row that it inserts, changes or deletes, also by replacement and by the actions of
 * foreign keys. The rows are null where there were too many or where they have no name before they are written. A statement
 * that takes a table's last row number is undone.
 */
export function watchTouchedRows<T>(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: ReadonlyMap<string, SqlTableShape>,
  run: () => T,
): { readonly result: T; readonly rows: readonly TouchedRow[] | null; readonly tookLastNumber: boolean } {
  const { capi } = sqlite;
  const rows = new Map<string, TouchedRow>();
  let isComplete = true;
  let tookLastNumber = false;
  const add = (
    shape: SqlTableShape,
    readKey: typeof capi.sqlite3_preupdate_old,
    db: WasmPointer,
    rowid: bigint,
  ): void => {
    const key = shape.key.map((column) => readColumn(sqlite, readKey, db, column));
    if (key.some(({ isExact }) => !isExact)) isComplete = false;
    const keyValues = key.map((each) => each.key);
    const name = sqlRowName(shape, keyValues, rowid);
    if (isNamedByRowid(shape, keyValues)) {
      rows.set(name, { name, shape, where: `WHERE ${shape.rowid} = ?`, values: [rowid] });
    } else {
      const columns = shape.key.map((column) => `${quoteSqlName(shape.columns[column] ?? '')} = ?`);
      const values = key.map(({ value }) => value);
      rows.set(name, { name, shape, where: `WHERE ${columns.join(' AND ')}`, values });
    }
  };
  const onRow: RowWatch['onRow'] = (db, operation, table, before, after) => {
    if (operation !== capi.SQLITE_DELETE && after === LAST_ROW_NUMBER) tookLastNumber = true;
    const shape = shapes.get(table.toLowerCase());
    if (shape === undefined || !isComplete) return;
    if (shape.isComputed || rows.size > MOST_ROWS) {
      isComplete = false;
      return;
    }
    if (operation !== capi.SQLITE_INSERT) add(shape, capi.sqlite3_preupdate_old, db, before);
    if (operation !== capi.SQLITE_DELETE) add(shape, capi.sqlite3_preupdate_new, db, after);
  };
  const watch: RowWatch = { onRow, mayCommit: () => !tookLastNumber };
  const result = whileRowsAreWatched(sqlite, database, watch, run);
  return { result, rows: isComplete ? [...rows.values()] : null, tookLastNumber };
}

/** A value of the row that is about to be written; one that is not exact is not found again by its value. */
function readColumn(
  sqlite: Sqlite3Static,
  read: Sqlite3Static['capi']['sqlite3_preupdate_old'],
  db: WasmPointer,
  column: number,
): { readonly value: SqlValue; readonly key: SqlKeyValue; readonly isExact: boolean } {
  const { capi, wasm } = sqlite;
  const mark = wasm.pstack.pointer;
  try {
    const place = wasm.pstack.alloc(8);
    wasm.pokePtr(place, 0);
    const code = read(db, column, place);
    if (code !== capi.SQLITE_OK) throw new Error(`SQLite does not tell a key (code ${code}).`);
    const pointer = wasm.peekPtr(place);
    if (pointer === 0) return { value: null, key: null, isExact: true };
    const value = capi.sqlite3_value_to_js(pointer) ?? null;
    const json = readSqlValue(sqlite, pointer);
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    const isExact = (typeof value !== 'string' && value !== null) || value === json;
    return { value, key: isNumber ? keyNumber(value) : json, isExact };
  } finally {
    wasm.pstack.restore(mark);
  }
}

/** A number as a key has it, whether the library gives a small one as a large one. */
function keyNumber(value: bigint | number): SqlKeyValue {
  const number = Number(value);
  return typeof value === 'bigint' && !Number.isSafeInteger(number) ? value : number;
}
