import { MettleError } from '../../core/index.js';
import { coreError, errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { readDatabaseFile } from '../sql/database-file.js';
import type { SqlStartOptions } from '../sql/sql-content.js';
import { defaultSqlLimits } from '../sql/sql-limits.js';
import type { BuiltPostgres, PostgresImage } from './postgres-jobs.js';
import { PostgresThread, TOO_SLOW } from './postgres-thread.js';

/** Seconds that the first database may take, with its rows. */
const MAX_BUILD_SECONDS = 300;

/** A database without tables, made once in this process: making it takes longer than filling one. */
let empty: PostgresImage | null = null;

/** The database that worlds begin with. */
export interface PostgresStart extends BuiltPostgres {
  /** SHA-256 of the file it was read from; null for tables alone. */
  readonly sha256: string | null;
}

/**
 * Builds what worlds start from.
 * @throws {MettleError} `environments/invalid_sql_content`, `environments/too_large`, `environments/postgres_unavailable`,
 *   `core/invalid_option`.
 */
export async function readPostgresStart({
  content,
  database,
  sha256,
}: SqlStartOptions): Promise<PostgresStart> {
  if (database === undefined && (content === undefined || sha256 !== undefined)) {
    throw coreError(
      'invalid_option',
      content === undefined
        ? 'A PostgreSQL world starts from something: give content, or database with the path of a dump.'
        : 'sha256 is of the dump that database names; there is none.',
    );
  }
  const file =
    database === undefined
      ? null
      : await readDatabaseFile(database, { sha256, maxBytes: defaultSqlLimits.maxDatabaseBytes });
  const dump =
    file === null ? null : file.source instanceof Uint8Array ? file.source : Buffer.concat(file.source.dump);
  const unread =
    file === null || file.source instanceof Uint8Array
      ? []
      : file.source.tables.map(({ relative }) => ({
          name: `file ${relative}`,
          reason: 'PostgreSQL worlds start from dumps alone.',
        }));
  const thread = new PostgresThread();
  try {
    const tables = content?.tables ?? [];
    const answer = await thread.ask({ kind: 'build', empty, dump, tables }, { seconds: MAX_BUILD_SECONDS });
    if (answer === TOO_SLOW || answer.kind !== 'built')
      throw new Error('the database does not start in time');
    empty ??= answer.empty;
    return { ...answer, leftOut: [...answer.leftOut, ...unread], sha256: file?.sha256 ?? null };
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    const what = database === undefined ? 'the initial content' : `the dump ${database}`;
    throw environmentError(
      'invalid_sql_content',
      `PostgreSQL refuses ${what}: ${errorMessage(error).replace(/\.$/, '')}. Correct the tables or their rows.`,
      { cause: error },
    );
  } finally {
    await thread.end();
  }
}
