import type { Database } from '@sqlite.org/sqlite-wasm';
import { isJsonObject, type Json } from '../../core/index.js';
import type { SqlContent } from './sql-content.js';

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

/** The shapes of the tables that a database of this content has. */
export function sqlTableShapes(database: Database, content: SqlContent): readonly SqlTableShape[] {
  return content.tables.map(({ name }) => {
    const rows = database.selectArrays(
      'SELECT name, type, pk, hidden FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid',
      [name],
    );
    const columns = rows.map(([column]) => String(column));
    const taken = new Set(columns.map((column) => column.toLowerCase()));
    const hasRowid = database.selectValue('SELECT wr FROM pragma_table_list WHERE name = ?', [name]) === 0;
    return {
      name,
      columns,
      types: rows.map(([, type]) => String(type).toUpperCase()),
      key: rows
        .flatMap(([, , position], index) =>
          Number(position) > 0 ? [{ position: Number(position), index }] : [],
        )
        .sort((left, right) => left.position - right.position)
        .map(({ index }) => index),
      rowid: (hasRowid ? ['rowid', '_rowid_', 'oid'].find((alias) => !taken.has(alias)) : null) ?? null,
      isComputed: rows.some(([, , , hidden]) => hidden !== 0),
    };
  });
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
