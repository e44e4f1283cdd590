import type { Database, Sqlite3Static, SqlValue } from '@sqlite.org/sqlite-wasm';
import { isNamedByRowid, type SqlTableShape, sqlRowName } from './sql-tables.js';
import { sqlValueToJson } from './sql-value.js';

/** A row that a statement may have changed, and how to find what it is now. */
export interface TouchedRow {
  readonly name: string;
  readonly shape: SqlTableShape;
  /** `WHERE …` with a parameter for each value. */
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** With more rows than these, reading whole tables costs less. */
const MOST_ROWS = 300;

/**
 * Runs a statement and notes each row that it inserts, changes or deletes, also by replacement and by the actions of
 * foreign keys. The rows are null where there were too many or where they have no name before they are written.
 */
export function watchTouchedRows<T>(
  { capi }: Sqlite3Static,
  database: Database,
  shapes: ReadonlyMap<string, SqlTableShape>,
  run: () => T,
): { readonly result: T; readonly rows: readonly TouchedRow[] | null } {
  const rows = new Map<string, TouchedRow>();
  let isComplete = true;
  const add = (shape: SqlTableShape, key: readonly SqlValue[], rowid: bigint): void => {
    const keyValues = key.map(sqlValueToJson);
    const name = sqlRowName(shape, keyValues, sqlValueToJson(Number(rowid)));
    if (isNamedByRowid(shape, keyValues)) {
      rows.set(name, { name, shape, where: `WHERE ${shape.rowid} = ?`, values: [rowid] });
    } else {
      const columns = shape.key.map((column) => `${quoteSqlName(shape.columns[column] ?? '')} = ?`);
      rows.set(name, { name, shape, where: `WHERE ${columns.join(' AND ')}`, values: key });
    }
  };
  // The declarations lack the third parameter, which is required.
  const setHook = capi.sqlite3_preupdate_hook as unknown as (
    db: Database,
    hook: Parameters<typeof capi.sqlite3_preupdate_hook>[1] | 0,
    context: 0,
  ) => void;
  const onRow: Parameters<typeof capi.sqlite3_preupdate_hook>[1] = (
    _context,
    db,
    operation,
    _schema,
    table,
    before,
    after,
  ) => {
    const shape = shapes.get(table.toLowerCase());
    if (shape === undefined || !isComplete) return;
    if (shape.isComputed || rows.size > MOST_ROWS) {
      isComplete = false;
      return;
    }
    const { key } = shape;
    if (operation !== capi.SQLITE_INSERT) {
      add(
        shape,
        key.map((column) => capi.sqlite3_preupdate_old_js(db, column)),
        before,
      );
    }
    if (operation !== capi.SQLITE_DELETE) {
      add(
        shape,
        key.map((column) => capi.sqlite3_preupdate_new_js(db, column)),
        after,
      );
    }
  };
  setHook(database, onRow, 0);
  try {
    const result = run();
    return { result, rows: isComplete ? [...rows.values()] : null };
  } finally {
    setHook(database, 0, 0);
  }
}

/** A name as SQL reads it back, whatever characters it has. */
export function quoteSqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
