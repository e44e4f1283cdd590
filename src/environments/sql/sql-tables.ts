import type { Database } from '@sqlite.org/sqlite-wasm';
import { isJsonObject, type Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { LeftOut } from '../left-out.js';

/** What is known of a table of a world: its columns, and what names its rows. */
export interface SqlTableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Declared type of each column, in upper case. */
  readonly types: readonly string[];
  /** The columns of the primary key by number, in the order of the key. */
  readonly key: readonly number[];
  /** A name of SQLite's row number that no column has; null where rows have none. */
  readonly rowid: string | null;
  /** Whether a column is computed from others. */
  readonly isComputed: boolean;
}

/** The tables of a database that a world offers, its views, and what it has beside them. */
export interface SqlObjects {
  readonly tables: readonly string[];
  readonly views: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** The tables and views of a database, in the order in which they were made. */
export function sqlObjects(database: Database): SqlObjects {
  const tables: string[] = [];
  const views: string[] = [];
  const leftOut: LeftOut[] = [];
  const rows = database.selectArrays(
    `SELECT o.name, l.type FROM sqlite_schema AS o JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = o.name
     WHERE o.type IN ('table', 'view') AND o.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY o.rowid`,
  );
  for (const [given, kind] of rows) {
    const name = String(given);
    const reason = whyLeftOut(database, name, String(kind));
    if (reason !== null) leftOut.push({ name: `${kind === 'view' ? 'view' : 'table'} ${name}`, reason });
    else if (kind === 'view') views.push(name);
    else tables.push(name);
  }
  return { tables, views, leftOut };
}

function whyLeftOut(database: Database, name: string, kind: string): string | null {
  if (kind === 'virtual' || kind === 'shadow') return 'It is virtual: its rows can not be followed.';
  if (name.includes('/')) return 'There is a slash in its name.';
  try {
    database.prepare(`SELECT * FROM ${quoteSqlName(name)}`).finalize();
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** The shapes of the tables of a database that have these names. */
export function sqlTableShapes(database: Database, tables: readonly string[]): readonly SqlTableShape[] {
  return tables.map((name) => {
    const rows = database.selectArrays(
      'SELECT name, type, pk, hidden FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid',
      [name],
    );
    const columns = rows.map(([column]) => String(column));
    const taken = new Set(columns.map((column) => column.toLowerCase()));
    const [hasNoRowid, isStrict] =
      database.selectArray("SELECT wr, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?", [
        name,
      ]) ?? [];
    return {
      name,
      columns,
      types: rows.map(([, type]) => keptType(String(type).toUpperCase(), isStrict === 1)),
      key: rows
        .flatMap(([, , position], index) =>
          Number(position) > 0 ? [{ position: Number(position), index }] : [],
        )
        .sort((left, right) => left.position - right.position)
        .map(({ index }) => index),
      rowid:
        (hasNoRowid === 0 ? ['rowid', '_rowid_', 'oid'].find((alias) => !taken.has(alias)) : null) ?? null,
      isComputed: rows.some(([, , , hidden]) => hidden !== 0),
    };
  });
}

/** The type of a column; ANY where it may hold values of every kind as they are (https://sqlite.org/datatype3.html §3.1). */
function keptType(type: string, isStrict: boolean): string {
  return !isStrict && (type === '' || (type.includes('BLOB') && !/INT|CHAR|CLOB|TEXT/.test(type)))
    ? 'ANY'
    : type;
}

/**
 * The name of a row's fact, another for each row: `TABLE/` and the values of the primary key with commas between
 * them, commas within values of a longer key as `\,` and text that is not UTF-8 as `\x'…'`. A row without a primary
 * key is `TABLE/#` and SQLite's row number.
 */
export function sqlRowName(shape: SqlTableShape, keyValues: readonly Json[], rowid: Json): string {
  if (isNamedByRowid(shape, keyValues)) return `${shape.name}/#${rowid}`;
  const special = keyValues.length === 1 ? /^[#\\]/ : /[\\,]|^#/g;
  const texts = keyValues.map((value, index) =>
    isJsonObject(value) && 'text_hex' in value
      ? `\\x'${value.text_hex}'`
      : keyText(value, shape.types[shape.key[index] ?? 0] ?? '').replace(special, '\\$&'),
  );
  return `${shape.name}/${texts.join(',')}`;
}

/** Whether a row has no whole key of its own: SQLite lets a key of some columns be null, any number of times. */
export function isNamedByRowid(shape: SqlTableShape, keyValues: readonly Json[]): boolean {
  return shape.rowid !== null && (keyValues.length === 0 || keyValues.includes(null));
}

function keyText(value: Json, type: string): string {
  // Such a column may hold both 1 and '1'.
  if (type === 'ANY') return JSON.stringify(value);
  return isJsonObject(value) ? `x'${value.hex}'` : String(value);
}

/** A name as SQL reads it back, whatever characters it has. */
export function quoteSqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
