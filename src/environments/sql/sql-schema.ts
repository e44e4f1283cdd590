import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import type { SqlContent } from './sql-content.js';
import { createTable } from './sql-database.js';
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
}

/**
 * What the declarations of an SQL world's tables say: columns, keys, references.
 * @throws {MettleError} `environments/sqlite_unavailable`, or `environments/invalid_sql_content` for a declaration that
 *   SQLite refuses.
 */
export async function readSqlSchema(content: SqlContent): Promise<readonly SqlTableSchema[]> {
  const sqlite = await loadSqlite();
  const database = new sqlite.oo1.DB(':memory:');
  const select = (sql: string, ...values: string[]): readonly Readonly<Record<string, unknown>>[] =>
    database.selectObjects(sql, values);
  try {
    for (const table of content.tables) createTable(sqlite, database, table);
    return content.tables.map(({ name, columns: declaration }) => {
      const columns = select('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', name);
      const primaryKey = columns
        .filter(({ pk }) => Number(pk) > 0)
        .sort((left, right) => Number(left.pk) - Number(right.pk))
        .map((column) => String(column.name));
      const indexes = select('SELECT name FROM pragma_index_list(?) WHERE "unique" AND origin = \'u\'', name);
      const uniqueSets = indexes.map((index) =>
        select('SELECT name FROM pragma_index_info(?)', String(index.name)).map((column) =>
          String(column.name),
        ),
      );
      const references = select('SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?)', name);
      return {
        name,
        columns: columns.map((column) => ({
          name: String(column.name),
          type: String(column.type).toUpperCase(),
          nullable: Number(column.notnull) === 0 && !primaryKey.includes(String(column.name)),
        })),
        primaryKey,
        unique: uniqueSets.flatMap((set) => (set.length === 1 ? set : [])),
        foreignKeys: references
          .filter(({ id }) => references.filter((other) => other.id === id).length === 1)
          .map((key) => ({
            column: String(key.from),
            table: String(key.table),
            references: key.to === null ? '' : String(key.to),
          })),
        constrained: /\bCHECK\b/i.test(declaration) || uniqueSets.some((set) => set.length > 1),
      };
    });
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw environmentError(
      'invalid_sql_content',
      `SQLite refuses the tables: ${errorMessage(error)}. Correct their columns.`,
      { cause: error },
    );
  } finally {
    database.close();
  }
}
