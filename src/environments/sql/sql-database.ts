import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { createTableStatement, notOneStatement, type SqlTable } from './sql-content.js';
import type { SqlLimits } from './sql-limits.js';
import { quoteSqlName } from './sql-tables.js';
import { refuseUnrepeatable } from './sqlite-randomness.js';

/** Bytes that all of SQLite in this process may hold; a statement that needs more fails and the process goes on. */
const HEAP_LIMIT_BYTES = 268_435_456;

/** Rows for a table that a database has. */
export interface SqlTableRows {
  readonly name: string;
  /** The columns that the rows have values for. */
  readonly into: readonly string[];
  readonly rows: SqlTable['rows'];
}

/** How {@link buildDatabaseImage} makes a database. */
export interface BuildOptions {
  /** A database that the tables are added to. Default: an empty one. */
  readonly image?: Uint8Array;
  /** Called with each table that SQLite refuses, which the database then lacks. Default: an error. */
  readonly leaveOut?: (name: string, problem: string) => void;
}

/**
 * A database with the given content as SQLite's own file bytes, from which worlds are opened without running
 * the inserts again.
 * @throws {MettleError} `environments/invalid_sql_content` when SQLite refuses a table or a row.
 */
export function buildDatabaseImage(
  sqlite: Sqlite3Static,
  tables: readonly (SqlTable | SqlTableRows)[],
  { image, leaveOut }: BuildOptions = {},
): Uint8Array {
  const database = new sqlite.oo1.DB(':memory:');
  try {
    if (image !== undefined) loadImage(sqlite, database, image, true);
    limitHeap(database);
    database.exec(`PRAGMA foreign_keys = ${leaveOut === undefined ? 'ON' : 'OFF'}; BEGIN`);
    limitPatterns(sqlite, database);
    for (const table of tables) {
      database.exec('SAVEPOINT one');
      try {
        addTable(sqlite, database, table);
      } catch (error) {
        if (leaveOut === undefined) throw error;
        database.exec('ROLLBACK TO one');
        leaveOut(table.name, errorMessage(error));
      }
      database.exec('RELEASE one');
    }
    database.exec('COMMIT');
    return sqlite.capi.sqlite3_js_db_export(database);
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw environmentError(
      'invalid_sql_content',
      `SQLite refuses the initial content: ${errorMessage(error)}. Correct the tables or their rows.`,
      { cause: error },
    );
  } finally {
    database.close();
  }
}

function addTable(sqlite: Sqlite3Static, database: Database, table: SqlTable | SqlTableRows): void {
  const isNew = 'columns' in table;
  if (isNew) createTable(sqlite, database, table);
  const width = isNew
    ? Number(database.selectValue('SELECT count(*) FROM pragma_table_info(?)', [table.name]))
    : table.into.length;
  const into = isNew ? '' : ` (${table.into.map(quoteSqlName).join(', ')})`;
  const values = Array.from({ length: width }, () => '?').join(',');
  const insert = database.prepare(`INSERT INTO ${quoteSqlName(table.name)}${into} VALUES (${values})`);
  try {
    for (const row of table.rows) insert.bind([...row]).stepReset();
  } finally {
    insert.finalize();
  }
}

/**
 * Makes a table, by one statement whatever its columns say.
 * @throws {MettleError} `environments/invalid_sql_content` for columns that hold a further statement; what SQLite throws.
 */
function createTable({ capi }: Sqlite3Static, database: Database, table: SqlTable): void {
  const { name } = table;
  const isKeyword = capi.sqlite3_keyword_check(name, Buffer.byteLength(name)) !== 0;
  const sql = createTableStatement(table, 'sqlite', isKeyword ? quoteSqlName(name) : name);
  const statement = database.prepare(sql);
  try {
    // What stands behind the end of the first statement is not compiled.
    if (capi.sqlite3_sql(statement) !== sql) throw notOneStatement(table);
    statement.step();
  } finally {
    statement.finalize();
  }
}

/** Bounds the patterns of LIKE and GLOB. */
export function limitPatterns({ capi }: Sqlite3Static, database: Database): void {
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, MAX_PATTERN_CHARS);
}

/** Bounds what all of SQLite in this process may hold. */
export function limitHeap(database: Database): void {
  database.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT_BYTES}`);
}

/** Characters of a pattern of LIKE and GLOB: matching one is a single step, which no limit ends. */
const MAX_PATTERN_CHARS = 1_000;

/** Triggers within triggers; each one takes of the stack. */
const MAX_TRIGGER_DEPTH = 100;

/** Makes SQLite's bytes the contents of a database that has none. */
function loadImage(
  { capi, wasm }: Sqlite3Static,
  database: Database,
  image: Uint8Array,
  writable: boolean,
): void {
  const bytes = wasm.allocFromTypedArray(image);
  const code = capi.sqlite3_deserialize(
    database,
    'main',
    bytes,
    image.byteLength,
    image.byteLength,
    capi.SQLITE_DESERIALIZE_FREEONCLOSE |
      (writable ? capi.SQLITE_DESERIALIZE_RESIZEABLE : capi.SQLITE_DESERIALIZE_READONLY),
  );
  database.checkRc(code);
}

/** Bytes of a page by the header of a file (https://sqlite.org/fileformat2.html#page_size); SQLite's own choice where there is none. */
function pageBytesOf(image: Uint8Array): number {
  const size = ((image[16] ?? 0x10) << 8) | (image[17] ?? 0);
  return size === 1 ? 65_536 : size;
}

/**
 * A database of its own in memory that begins as `image`, with foreign keys on and the limits set; one that is only
 * read is opened so.
 */
export function openDatabaseImage(
  sqlite: Sqlite3Static,
  image: Uint8Array,
  limits: SqlLimits,
  writable: boolean,
): Database {
  const { capi } = sqlite;
  const database = new sqlite.oo1.DB(':memory:');
  try {
    loadImage(sqlite, database, image, writable);
    // No write to the schema or to pages behind SQLite's back.
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_ENABLE_FKEY, 1, 0);
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 0);
    const pages = Math.ceil(limits.maxDatabaseBytes / pageBytesOf(image));
    const pragmas = `PRAGMA hard_heap_limit = ${HEAP_LIMIT_BYTES}; PRAGMA max_page_count = ${pages}`;
    database.checkRc(capi.sqlite3_exec(database, pragmas, 0 as never, 0, 0));
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, limits.maxValueBytes);
    limitPatterns(sqlite, database);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_ATTACHED, 0);
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_TRIGGER_DEPTH, MAX_TRIGGER_DEPTH);
    refuseUnrepeatable(sqlite, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
