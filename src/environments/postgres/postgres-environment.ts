import { defineOptions, MettleError, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { sampleSqlArguments } from '../sql/sample-sql-arguments.js';
import { createTableStatement, type SqlContent } from '../sql/sql-content.js';
import { checkSqlLimits, defaultSqlLimits } from '../sql/sql-limits.js';
import { sqlExecuteTool, sqlQueryTool } from '../sql/sql-tools.js';
import { worldStateDigest } from '../world-state.js';
import type { PostgresAnswer, PostgresFacts, PostgresLimits } from './postgres-jobs.js';
import { PostgresThread, TOO_SLOW } from './postgres-thread.js';
import { PostgresWorld, stateOf } from './postgres-world.js';

/** Changes when the tools of {@link createPostgresEnvironment} answer differently. */
const POSTGRES_ENVIRONMENT_VERSION = 1;

/** Seconds that the first database may take, with its rows. */
const MAX_BUILD_SECONDS = 300;

/** What {@link createPostgresEnvironment} makes a world from. */
export interface PostgresEnvironmentOptions {
  /** snake_case; part of the identity. Default `postgres`. */
  readonly name?: string;
  /** The tables and rows that every world starts with, in PostgreSQL's types. Names are in lower case. */
  readonly content: SqlContent;
  /** Whether agents may change rows. Default true; false leaves out the tool `sql_execute`. */
  readonly writable?: boolean;
  /** Limits per statement, over `defaultSqlLimits`. Only `maxSeconds` ends a long one. */
  readonly limits?: Partial<PostgresLimits>;
}

const checkPostgresEnvironmentOptions = defineOptions<PostgresEnvironmentOptions>()(
  'createPostgresEnvironment',
  {
    name: option.string,
    content: option.required(option.object),
    writable: option.boolean,
    limits: option.object,
  },
);

/**
 * An environment whose worlds are PostgreSQL databases in memory, each in a thread of its own, by the package
 * `@electric-sql/pglite`. The tools are those of `createSqlEnvironment`. Agents run as a role that can only read and
 * change rows of the world's tables. A world takes a second and some 200 MB from its first call on; a branch runs the
 * writes of the episode again.
 *
 * @throws {MettleError} `environments/postgres_unavailable` without the package, `environments/invalid_sql_content` for
 *   what PostgreSQL refuses and for a table without a primary key, `environments/invalid_limit`,
 *   `core/invalid_option`.
 */
export async function createPostgresEnvironment(options: PostgresEnvironmentOptions): Promise<Environment> {
  checkPostgresEnvironmentOptions(options);
  const { content, name = 'postgres', writable = true } = options;
  const { maxRows, maxResultChars, maxStatementBytes, maxSeconds } = defaultSqlLimits;
  const limits = { maxRows, maxResultChars, maxStatementBytes, maxSeconds, ...options.limits };
  checkSqlLimits(limits);
  const { image, facts, version } = await build(content);
  const state = stateOf(facts);
  const shapes = content.tables.map(({ name: table }) => ({
    name: table.toLowerCase(),
    columns: columnsOf(facts, table.toLowerCase()),
    types: [],
    key: [],
    rowid: null,
    isComputed: false,
  }));
  const schema = content.tables.map((table) => createTableStatement(table, 'postgres')).join(';\n');
  return defineEnvironment({
    name,
    version: POSTGRES_ENVIRONMENT_VERSION,
    tools: [sqlQueryTool(schema, 'PostgreSQL'), ...(writable ? [sqlExecuteTool] : [])],
    identity: { limits: { ...limits }, initialDigest: worldStateDigest(state), version },
    begin: async () => new PostgresWorld({ image, limits }, state),
    sampleArguments: (tool, { prompt, seed }) =>
      sampleSqlArguments(tool, { prompt, seed, shapes: shapes.filter(({ columns }) => columns.length > 0) }),
  });
}

async function build(content: SqlContent): Promise<Extract<PostgresAnswer, { kind: 'built' }>> {
  const thread = new PostgresThread();
  try {
    const answer = await thread.ask(
      { kind: 'build', tables: content.tables },
      { seconds: MAX_BUILD_SECONDS },
    );
    if (answer === TOO_SLOW || answer.kind !== 'built')
      throw new Error('the database does not start in time');
    return answer;
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw environmentError(
      'invalid_sql_content',
      `PostgreSQL refuses the initial content: ${errorMessage(error)}. Correct the tables or their rows.`,
      { cause: error },
    );
  } finally {
    await thread.end();
  }
}

/** The columns of a table that has a row. */
function columnsOf(facts: PostgresFacts, table: string): readonly string[] {
  const [, row] = facts.find(([name]) => name.startsWith(`${table}/`)) ?? [];
  return typeof row === 'object' && row !== null ? Object.keys(row) : [];
}
