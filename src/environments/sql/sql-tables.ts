import type { Database } from '@sqlite.org/sqlite-wasm';
import { isJsonObject, type Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { LeftOut } from '../left-out.js';

/** SQLite's greatest row number. Where a table has it, the next row's is drawn by chance. */
export const LAST_ROW_NUMBER = 9_223_372_036_854_775_807n;

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
  /** Whether rows have no number: `WITHOUT ROWID`. */
  readonly hasNoRowid?: boolean;
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
    const reason =
      whyLeftOut(database, name, String(kind)) ?? (kind === 'table' ? whyNotFollowed(database, name) : null);
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

/** Why the rows of a table can't be told apart from one write to the next; null where they can. */
function whyNotFollowed(database: Database, name: string): string | null {
  const [shape] = sqlTableShapes(database, [name]);
  if (shape === undefined || shape.hasNoRowid) return null;
  if (shape.rowid === null) return 'Its columns take all names of its row numbers.';
  const last = database.selectValue(
    `SELECT 1 FROM ${quoteSqlName(name)} WHERE ${shape.rowid} = ${LAST_ROW_NUMBER} LIMIT 1`,
  );
  return last === undefined
    ? null
    : `It has the row number ${LAST_ROW_NUMBER}: the next one would be random.`;
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
      hasNoRowid: hasNoRowid !== 0,
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

/** A value of a key: as a fact has it, but for large integers and infinities, which are no texts here. */
export type SqlKeyValue = Json | bigint;

/**
 * The name of a row's fact, another for each row: `TABLE/` and the values of the primary key with commas between
 * them, commas within values of a longer key as `\,`, blobs as `x'…'` and text that is not UTF-8 as `\t'…'`. A row without a
 * primary key is `TABLE/#` and SQLite's row number.
 */
export function sqlRowName(
  shape: SqlTableShape,
  keyValues: readonly SqlKeyValue[],
  rowid: SqlKeyValue,
): string {
  if (isNamedByRowid(shape, keyValues)) return `${shape.name}/#${rowid}`;
  const special = keyValues.length === 1 ? /^(?:[#\\]|x')/ : /[\\,]|^(?:#|x')/g;
  const texts = keyValues.map((value, index) =>
    keyText(value, shape.types[shape.key[index] ?? 0] ?? '', special),
  );
  return `${shape.name}/${texts.join(',')}`;
}

/** Whether a row has no whole key of its own: SQLite lets a key of some columns be null, any number of times. */
export function isNamedByRowid(shape: SqlTableShape, keyValues: readonly SqlKeyValue[]): boolean {
  return shape.rowid !== null && (keyValues.length === 0 || keyValues.includes(null));
}

function keyText(value: SqlKeyValue, type: string, special: RegExp): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return numberText(value);
  if (isJsonObject(value) && 'text_hex' in value) return `\\t'${value.text_hex}'`;
  // Such a column may hold both 1 and '1'.
  if (type === 'ANY') return JSON.stringify(value).replace(special, '\\$&');
  return isJsonObject(value) ? `x'${value.hex}'` : String(value).replace(special, '\\$&');
}

/** A number as no integer and no text is written that it isn't equal to. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '9e999' : '-9e999';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

/** A name as SQL reads it back, whatever characters it has. */
export function quoteSqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
