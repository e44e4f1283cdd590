import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { defineOptions, option } from '../../core/index.js';
import { oneLine, shortened } from '../../core/internal.js';
import type { Sandbox } from '../../sandbox/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { EpisodePython } from '../episode-python.js';
import type { LeftOut } from '../left-out.js';
import { OverlayState } from '../overlay-state.js';
import { pythonTool } from '../python-tool.js';
import { worldStateDigest } from '../world-state.js';
import { sampleSqlArguments } from './sample-sql-arguments.js';
import type { SqlContent } from './sql-content.js';
import { checkSqlLimits, defaultSqlLimits, type SqlLimits } from './sql-limits.js';
import { SqlReader } from './sql-reader.js';
import { sqlSchemaText } from './sql-schema-text.js';
import { readSqlStart } from './sql-start.js';
import { readSqlState } from './sql-state.js';
import { sqlObjects, sqlTableShapes } from './sql-tables.js';
import { sqlExecuteTool, sqlQueryTool } from './sql-tools.js';
import { SqlWorld, type SqlWorldSource } from './sql-world.js';
import { loadSqlite } from './sqlite-library.js';

/** An environment of SQLite databases. */
export interface SqlEnvironment extends Environment {
  /** The tables and views of its database that can't be used. */
  readonly leftOut: readonly LeftOut[];
}

/** Changes when the tools of {@link createSqlEnvironment} answer differently, so that old records are not replayed by new rules. */
const SQL_ENVIRONMENT_VERSION = 6;

/** Characters that are said of what is left out. */
const MOST_CHARS = 400;

/** What {@link createSqlEnvironment} makes a world from. */
export interface SqlEnvironmentOptions {
  /** snake_case; part of the identity. Default `sql`. */
  readonly name?: string;
  /** The tables and rows that every world starts with; with {@link SqlEnvironmentOptions.database}, beside those of the file. */
  readonly content?: SqlContent;
  /**
   * What every world starts as a copy of: an SQLite file, an SQL dump of SQLite, MySQL or PostgreSQL, or a folder of dumps and of CSV,
   * TSV, JSON, JSON Lines and Parquet files. It is read once, and never written.
   */
  readonly database?: string;
  /** The SHA-256 that the file has to have, in hex; of a folder, that of its files. Default: any. */
  readonly sha256?: string;
  /** Whether agents may change rows. Default true; false leaves out the tool `sql_execute`. */
  readonly writable?: boolean;
  /** Offers the tool `python`, each world in a sandbox of its own that this opens on first use. */
  readonly openSandbox?: () => Promise<Sandbox>;
  /** What a world does with its sandbox when it closes. Default: closes it. See `reuseSandboxes`. */
  readonly closeSandbox?: (sandbox: Sandbox) => Promise<void>;
  /** Limits per statement, over {@link defaultSqlLimits}. */
  readonly limits?: Partial<SqlLimits>;
}

const checkSqlEnvironmentOptions = defineOptions<SqlEnvironmentOptions>()('createSqlEnvironment', {
  name: option.string,
  content: option.object,
  database: option.string,
  sha256: option.string,
  writable: option.boolean,
  openSandbox: option.callback,
  closeSandbox: option.callback,
  limits: option.object,
});

/**
 * An environment whose worlds are SQLite databases in memory. Tools: `sql_query` reads, `sql_execute` changes rows,
 * `python` runs in a sandbox. SQLite's own authorizer checks statements: no other database, no pragma, no change of the
 * schema, no random numbers; the clock stands still. Worlds don't depend on the seed.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment } from 'mettle/environments';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT, cents INTEGER', rows: [['fig', 80]] }] },
 * });
 * const world = await environment.open({ seed: 0 });
 * const { observation } = await world.call('sql_query', { sql: 'SELECT cents FROM fruit' });
 * console.log(JSON.stringify(observation.data)); // → {"columns":["cents"],"rows":[[80]],"truncated":false,"changed_rows":0}
 * await world.close();
 * ```
 * @throws {MettleError} `environments/sqlite_unavailable`, `environments/invalid_sql_content`, `environments/too_large`, or
 *   `environments/invalid_limit` for a limit that is no positive whole number.
 */
export async function createSqlEnvironment(options: SqlEnvironmentOptions): Promise<SqlEnvironment> {
  checkSqlEnvironmentOptions(options);
  const { openSandbox, name = 'sql', writable = true } = options;
  const { closeSandbox = (sandbox) => sandbox.close() } = options;
  const limits: SqlLimits = { ...defaultSqlLimits, ...options.limits };
  checkSqlLimits(limits);
  const sqlite = await loadSqlite();
  const { image, sha256, isWhole, leftOut } = await readSqlStart(sqlite, options, limits);
  const reader = new SqlReader(sqlite, image, limits);
  const { schema, shapes, views, state, lost } = describeStart(sqlite, reader, limits);
  const shapesByName = new Map(shapes.map((shape) => [shape.name.toLowerCase(), shape]));
  const names = new Set([...shapes.map((shape) => shape.name), ...views].map((each) => each.toLowerCase()));
  const source: SqlWorldSource = { sqlite, reader, shapes, shapesByName, names, limits, writable };
  const environment = defineEnvironment({
    name,
    version: SQL_ENVIRONMENT_VERSION,
    tools: [
      sqlQueryTool(schema.text, 'SQLite'),
      ...(writable ? [sqlExecuteTool] : []),
      ...(openSandbox === undefined ? [] : [pythonTool]),
    ],
    identity: {
      limits: { ...limits },
      // Views, triggers, indexes and what is left out are in the file alone; an SQLite file says all by itself.
      initialDigest: isWhole ? null : worldStateDigest(state),
      database: sha256,
      // Of a schema that agents read in short.
      ...(schema.digest !== null && !isWhole && { schema: schema.digest }),
    },
    begin: async () => {
      const python = openSandbox === undefined ? undefined : new EpisodePython({ openSandbox, closeSandbox });
      return new SqlWorld(source, { image, state, python });
    },
    close: async () => reader.close(),
    sampleArguments: (tool, { prompt, seed }) => sampleSqlArguments(tool, { prompt, seed, shapes }),
  });
  return {
    ...environment,
    leftOut: [...leftOut, ...lost].map(({ name, reason }) => ({
      name: shortened(oneLine(name), MOST_CHARS),
      reason: shortened(oneLine(reason), MOST_CHARS),
    })),
  };
}

/** What an environment says of the database that its worlds begin with. */
function describeStart(sqlite: Sqlite3Static, reader: SqlReader, limits: SqlLimits) {
  try {
    const database = reader.open();
    const objects = sqlObjects(database);
    const declared = sqlTableShapes(database, objects.tables);
    const read = readSqlState(sqlite, database, declared, limits);
    const unread = new Set(read.leftOut.map(({ name }) => name));
    const shapes = declared.filter(({ name }) => !unread.has(`table ${name}`));
    // In the order in which digests are made, which costs less where most of it is kept.
    const facts = [...read.facts].sort(([left], [right]) => (left < right ? -1 : 1));
    return {
      schema: sqlSchemaText(database, { ...objects, tables: shapes.map(({ name }) => name) }),
      shapes,
      views: objects.views,
      state: new OverlayState(new Map(facts)),
      lost: [...objects.leftOut, ...read.leftOut],
    };
  } catch (error) {
    reader.close();
    throw error;
  }
}
