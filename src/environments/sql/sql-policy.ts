import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** What a statement may do: read, or also change rows of the world's own tables. */
export type SqlAccess = 'read' | 'write';

/** Functions whose answer does not follow from the contents of the world, so that a replay could differ. */
const UNREPEATABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'random',
  'randomblob',
  'load_extension',
  'sqlite_version',
  'sqlite_source_id',
  'sqlite_log',
  'changes',
  'total_changes',
  'last_insert_rowid',
]);

/** What can be read beside the world's own tables: the schema, counters of keys, and JSON and numbers as rows. */
const READABLE_TABLES: ReadonlySet<string> = new Set([
  'sqlite_schema',
  'sqlite_master',
  'sqlite_sequence',
  'json_each',
  'json_tree',
  'generate_series',
]);

/** One thing that a statement wants to do, as SQLite's authorizer reports it while it compiles the statement. */
export interface SqlAction {
  /** One of SQLite's action codes. */
  readonly code: number;
  readonly first: string;
  readonly second: string;
}

/**
 * Why an action is not allowed, or null when it is. Everything that is not named here is refused: schema changes,
 * attached databases, pragmas, transactions of the agent's own, and tables by which SQLite shows its insides.
 *
 * @param tables - the world's own tables and views, in lower case.
 */
export function refuseSqlAction(
  sqlite: Sqlite3Static,
  access: SqlAccess,
  tables: Pick<ReadonlySet<string>, 'has'>,
  action: SqlAction,
): string | null {
  const { capi } = sqlite;
  switch (action.code) {
    case capi.SQLITE_SELECT:
    case capi.SQLITE_RECURSIVE:
      return null;
    case capi.SQLITE_READ: {
      const table = action.first.toLowerCase();
      // Without a column, rows are only counted, and the name may be one that the statement itself gave.
      return action.second === '' || tables.has(table) || READABLE_TABLES.has(table)
        ? null
        : `the table ${action.first} belongs to SQLite`;
    }
    case capi.SQLITE_FUNCTION:
      return UNREPEATABLE_FUNCTIONS.has(action.second.toLowerCase())
        ? `the function ${action.second}() is not available: answers must follow from the data alone`
        : null;
    case capi.SQLITE_INSERT:
    case capi.SQLITE_UPDATE:
    case capi.SQLITE_DELETE:
      if (access === 'read') return 'this tool only reads; use sql_execute to change rows';
      return tables.has(action.first.toLowerCase()) ? null : `the table ${action.first} belongs to SQLite`;
    default:
      return 'only SELECT, INSERT, UPDATE and DELETE on the tables of this database are allowed';
  }
}

/** Whether an action changes rows of the table that it names first. */
export function isWrite({ capi }: Sqlite3Static, { code }: SqlAction): boolean {
  return code === capi.SQLITE_INSERT || code === capi.SQLITE_UPDATE || code === capi.SQLITE_DELETE;
}
