import type { Database } from '@sqlite.org/sqlite-wasm';
import type { SqlStartOptions } from './sql-content.js';
import { openDatabaseImage } from './sql-database.js';
import { defaultSqlLimits } from './sql-limits.js';
import { readSqlStart } from './sql-start.js';
import { sqlObjects } from './sql-tables.js';
import { loadSqlite } from './sqlite-library.js';

/** A column as SQLite declared it. */
export interface SqlColumn {
  readonly name: string;
  /** `INTEGER`, `TEXT`, `REAL`, …. */
  readonly type: string;
  readonly nullable: boolean;
}

/** A column that refers to one of another table, or of its own. */
export interface SqlForeignKey {
  readonly column: string;
  readonly table: string;
  readonly references: string;
}

/** What a table's declaration says. */
export interface SqlTableSchema {
  readonly name: string;
  readonly columns: readonly SqlColumn[];
  readonly primaryKey: readonly string[];
  /** Columns that are unique by themselves, the primary key left out. */
  readonly unique: readonly string[];
  /** Foreign keys of one column; those of several are left out. */
  readonly foreignKeys: readonly SqlForeignKey[];
  /** Whether rows have to meet conditions that are not listed here: `CHECK`, or something unique in combination. */
  readonly constrained: boolean;
  /** Whether a write may do more than it says: there are triggers, or columns that are computed from others. */
  readonly derived: boolean;
}

/**
 * What the declarations of the tables of an SQL world say: columns, keys, references.
 * @throws {MettleError} as `createSqlEnvironment`.
 */
export async function readSqlSchema(start: SqlStartOptions): Promise<readonly SqlTableSchema[]> {
  const sqlite = await loadSqlite();
  const { image } = await readSqlStart(sqlite, start, defaultSqlLimits);
  const database = openDatabaseImage(sqlite, image, defaultSqlLimits, false);
  try {
    return sqlObjects(database).tables.map((name) => readTable(database, name));
  } finally {
    database.close();
  }
}

function readTable(database: Database, name: string): SqlTableSchema {
  const select = (sql: string, value = name): readonly Readonly<Record<string, unknown>>[] =>
    database.selectObjects(sql, [value]);
  const all = select('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)');
  const columns = all.filter(({ hidden }) => hidden === 0);
  const primaryKey = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((left, right) => Number(left.pk) - Number(right.pk))
    .map((column) => String(column.name));
  const indexes = select(
    'SELECT name, partial FROM pragma_index_list(?) WHERE "unique" AND origin <> \'pk\'',
  );
  const uniqueSets = indexes.map((index) => ({
    isPartial: index.partial === 1,
    // Null is an expression.
    columns: select('SELECT name FROM pragma_index_info(?)', String(index.name)).map((column) => column.name),
  }));
  const references = select('SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?)');
  const declaration = String(
    database.selectValue("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [name]),
  );
  const triggers = database.selectValue(
    "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?)",
    [name],
  );
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column.name),
      type: String(column.type).toUpperCase(),
      nullable: Number(column.notnull) === 0 && !primaryKey.includes(String(column.name)),
    })),
    primaryKey,
    unique: uniqueSets.flatMap(({ columns: [only, ...more], isPartial }) =>
      typeof only === 'string' && more.length === 0 && !isPartial ? [only] : [],
    ),
    foreignKeys: references
      .filter(({ id }) => references.filter((other) => other.id === id).length === 1)
      .map((key) => ({
        column: String(key.from),
        table: String(key.table),
        references: key.to === null ? '' : String(key.to),
      })),
    constrained:
      /\bCHECK\b/i.test(declaration) ||
      uniqueSets.some(
        ({ columns: set, isPartial }) => isPartial || set.length > 1 || typeof set[0] !== 'string',
      ),
    derived: Number(triggers) > 0 || all.some(({ hidden }) => Number(hidden) > 1),
  };
}
