import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { coreError } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import type { LeftOut } from '../left-out.js';
import { readDatabaseFile } from './database-file.js';
import { dumpText } from './dump/dump-text.js';
import { loadDump } from './dump/load-dump.js';
import { readFolderContent } from './folder/folder-content.js';
import type { DatabaseFolder } from './folder/folder-files.js';
import type { SqlStartOptions } from './sql-content.js';
import { buildDatabaseImage, openDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';
import { type SqlTableShape, sqlObjects, sqlTableShapes } from './sql-tables.js';
import { checkedSqliteImage, isSqliteFile } from './sqlite-image.js';

/** The database that worlds begin with. */
export interface SqlStart {
  /** SQLite's own file bytes. */
  readonly image: Uint8Array;
  /** SHA-256 of the file it was read from; null for tables alone. */
  readonly sha256: string | null;
  /** Whether the image is the file, so that its SHA-256 says how worlds begin. */
  readonly isWhole: boolean;
  /** What of a dump can't be used. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads what worlds start from.
 * @throws {MettleError} `environments/invalid_sql_content`, `environments/too_large`, `core/invalid_option`.
 */
export async function readSqlStart(
  sqlite: Sqlite3Static,
  { content, database, sha256 }: SqlStartOptions,
  limits: SqlLimits,
): Promise<SqlStart> {
  if (database === undefined) {
    if (content !== undefined && sha256 === undefined) {
      return { image: buildDatabaseImage(sqlite, content.tables), sha256: null, isWhole: false, leftOut: [] };
    }
    throw coreError(
      'invalid_option',
      content === undefined
        ? 'An SQL world starts from something: give content, or database with the path of a file.'
        : 'sha256 is of the file that database names; there is none.',
    );
  }
  const file = await readDatabaseFile(database, { sha256, maxBytes: limits.maxDatabaseBytes });
  const { image, leftOut } =
    file.source instanceof Uint8Array
      ? imageOf(sqlite, database, file.source, limits)
      : await folderImage(sqlite, database, file.source, limits);
  return {
    image: content === undefined ? image : buildDatabaseImage(sqlite, content.tables, { image }),
    sha256: file.sha256,
    isWhole: content === undefined && file.source instanceof Uint8Array && isSqliteFile(file.source),
    leftOut,
  };
}

function imageOf(
  sqlite: Sqlite3Static,
  path: string,
  bytes: Uint8Array,
  limits: SqlLimits,
): Pick<SqlStart, 'image' | 'leftOut'> {
  if (isSqliteFile(bytes)) return { image: checkedSqliteImage(sqlite, path, bytes, limits), leftOut: [] };
  const read = dumpText(bytes);
  const dump = read === null ? null : loadDump(sqlite, read.text, limits);
  if (read !== null && dump !== null && dump.tables > 0) {
    return { image: dump.image, leftOut: [...read.leftOut, ...dump.leftOut] };
  }
  const [first] = dump?.leftOut ?? [];
  const why =
    first === undefined ? '' : ` What comes first in it, ${first.name}, can't be used: ${first.reason}`;
  throw environmentError(
    'invalid_sql_content',
    `The file ${path} is no SQLite database, and no SQL dump with a table.${why}`,
  );
}

/** The dumps of a folder as one database, and the other files as tables beside theirs or as rows of them. */
async function folderImage(
  sqlite: Sqlite3Static,
  path: string,
  folder: DatabaseFolder,
  limits: SqlLimits,
): Promise<Pick<SqlStart, 'image' | 'leftOut'>> {
  const dump =
    folder.dump.length === 0 ? undefined : imageOf(sqlite, path, Buffer.concat(folder.dump), limits);
  const declared: ReadonlyMap<string, SqlTableShape> =
    dump === undefined ? new Map() : declaredTables(sqlite, dump.image, limits);
  const { tables, files, leftOut } = await readFolderContent(folder, declared, limits.maxDatabaseBytes);
  const lost = [...leftOut];
  const image = buildDatabaseImage(sqlite, tables, {
    ...(dump !== undefined && { image: dump.image }),
    leaveOut: (name, problem) => lost.push({ name: `file ${files.get(name)}`, reason: problem }),
  });
  if (dump === undefined && lost.length === folder.tables.length) {
    const [first] = lost;
    throw environmentError(
      'invalid_sql_content',
      `No file of ${path} can be read as a table: ${first?.name}: ${first?.reason}`,
    );
  }
  return { image, leftOut: [...(dump?.leftOut ?? []), ...lost] };
}

/** The tables of a dump, by their names in lower case. */
function declaredTables(
  sqlite: Sqlite3Static,
  image: Uint8Array,
  limits: SqlLimits,
): ReadonlyMap<string, SqlTableShape> {
  const database = openDatabaseImage(sqlite, image, limits, false);
  try {
    const shapes = sqlTableShapes(database, sqlObjects(database).tables);
    return new Map(shapes.map((shape) => [shape.name.toLowerCase(), shape]));
  } finally {
    database.close();
  }
}
