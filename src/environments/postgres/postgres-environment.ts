import { defineOptions, option } from '../../core/index.js';
import { oneLine, shortened } from '../../core/internal.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import type { LeftOut } from '../left-out.js';
import { OverlayState } from '../overlay-state.js';
import { sampleSqlArguments } from '../sql/sample-sql-arguments.js';
import type { SqlContent, SqlStartOptions } from '../sql/sql-content.js';
import { checkSqlLimits, defaultSqlLimits } from '../sql/sql-limits.js';
import type { SqlTableSchema } from '../sql/sql-schema.js';
import { sqlExecuteTool, sqlQueryTool } from '../sql/sql-tools.js';
import { worldStateDigest } from '../world-state.js';
import type { PostgresLimits } from './postgres-jobs.js';
import { PostgresReader } from './postgres-reader.js';
import { readPostgresStart } from './postgres-start.js';
import { PostgresWorld } from './postgres-world.js';

/** An environment of PostgreSQL databases. */
export interface PostgresEnvironment extends Environment {
  /** What of its dump can't be used. */
  readonly leftOut: readonly LeftOut[];
}

/** Changes when the tools of {@link createPostgresEnvironment} answer differently. */
const POSTGRES_ENVIRONMENT_VERSION = 2;

/** Characters that are said of what is left out. */
const MOST_CHARS = 400;

/** What {@link createPostgresEnvironment} makes a world from. */
export interface PostgresEnvironmentOptions extends SqlStartOptions {
  /** snake_case; part of the identity. Default `postgres`. */
  readonly name?: string;
  /**
   * The tables and rows that every world starts with, in PostgreSQL's types; with {@link PostgresEnvironmentOptions.database}, beside
   * those of the dump. Names are in lower case.
   */
  readonly content?: SqlContent;
  /** What every world starts as a copy of: a plain dump of PostgreSQL (`pg_dump`, with COPY or INSERT), or a folder of them. */
  readonly database?: string;
  /** The SHA-256 that the dump has to have, in hex; of a folder, that of its files. Default: any. */
  readonly sha256?: string;
  /** Whether agents may change rows. Default true; false leaves out the tool `sql_execute`. */
  readonly writable?: boolean;
  /** Limits per statement, over `defaultSqlLimits`. Only `maxSeconds` ends a long one. */
  readonly limits?: Partial<PostgresLimits>;
}

const checkPostgresEnvironmentOptions = defineOptions<PostgresEnvironmentOptions>()(
  'createPostgresEnvironment',
  {
    name: option.string,
    content: option.object,
    database: option.string,
    sha256: option.string,
    writable: option.boolean,
    limits: option.object,
  },
);

/**
 * An environment whose worlds are PostgreSQL databases in memory, each in a thread of its own from its first write on, by the
 * package `@electric-sql/pglite`. The tools are those of `createSqlEnvironment`. Agents run as a role that can only read and
 * change rows of the world's tables; the clock stands still. A world that writes takes a second and some 200 MB; a branch runs
 * the writes of the episode again.
 *
 * @throws {MettleError} `environments/postgres_unavailable` without the package, `environments/invalid_sql_content` for
 *   what PostgreSQL refuses, for a dump without a table and for a table of `content` without a primary key, `environments/too_large`,
 *   `environments/invalid_limit`, `core/invalid_option`.
 */
export async function createPostgresEnvironment(
  options: PostgresEnvironmentOptions,
): Promise<PostgresEnvironment> {
  return (await openPostgres(options)).environment;
}

/** {@link createPostgresEnvironment}, and what the declarations of its tables say. */
export async function openPostgres(
  options: PostgresEnvironmentOptions,
): Promise<{ readonly environment: PostgresEnvironment; readonly schema: readonly SqlTableSchema[] }> {
  checkPostgresEnvironmentOptions(options);
  const { name = 'postgres', writable = true } = options;
  const { maxRows, maxResultChars, maxStatementBytes, maxSeconds } = defaultSqlLimits;
  const limits = { maxRows, maxResultChars, maxStatementBytes, maxSeconds, ...options.limits };
  checkSqlLimits(limits);
  const { image, facts, schema, schemaText, version, sha256, leftOut } = await readPostgresStart(options);
  const reader = new PostgresReader(image);
  // In the order in which digests are made, which costs less where most of it is kept.
  const state = new OverlayState(new Map([...facts].sort(([left], [right]) => (left < right ? -1 : 1))));
  const shapes = schema.map((table) => ({
    name: table.name,
    columns: table.columns.map((column) => column.name),
    types: [],
    key: [],
    rowid: null,
    isComputed: false,
  }));
  const environment = defineEnvironment({
    name,
    version: POSTGRES_ENVIRONMENT_VERSION,
    tools: [sqlQueryTool(schemaText, 'PostgreSQL'), ...(writable ? [sqlExecuteTool] : [])],
    identity: {
      limits: { ...limits },
      initialDigest: worldStateDigest(state),
      version,
      ...(sha256 !== null && { database: sha256 }),
    },
    begin: async () => new PostgresWorld({ reader, limits }, state),
    close: () => reader.close(),
    sampleArguments: (tool, { prompt, seed }) =>
      sampleSqlArguments(tool, { prompt, seed, shapes: shapes.filter(({ columns }) => columns.length > 0) }),
  });
  const short = (text: string): string => shortened(oneLine(text), MOST_CHARS);
  return {
    environment: {
      ...environment,
      leftOut: leftOut.map((each) => ({ name: short(each.name), reason: short(each.reason) })),
    },
    schema,
  };
}
