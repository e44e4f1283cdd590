import { defineOptions, type OptionsCheck, option } from '../../../core/index.js';
import {
  createSqlEnvironment,
  type Environment,
  type SqlContent,
  type SqlTableSchema,
} from '../../../environments/index.js';
import { openPostgres, readSqlSchema } from '../../../environments/internal.js';
import type { Noun } from '../words.js';
import type { SqlEngine } from './sql-dialect.js';
import { readSqlRecords, type SqlRecords } from './sql-records.js';

/** The SQL world that tasks are about. */
export interface SqlWorldOptions {
  /** Tables with some tens of rows or more; keys and references decide what can be asked. */
  readonly content?: SqlContent;
  /** A database or a dump, as `createSqlEnvironment` or `createPostgresEnvironment` takes it. */
  readonly database?: string;
  /** The SHA-256 of the file. */
  readonly sha256?: string;
  /** Whose worlds they are: those of `createSqlEnvironment` or of `createPostgresEnvironment`. Default `sqlite`. */
  readonly engine?: SqlEngine;
  /** snake_case; the name of the generator and of its environment. Default `sql`. */
  readonly name?: string;
  /** What the rows of a table are called, by the table's name. Default: worked out from it. */
  readonly nouns?: Readonly<Record<string, Noun>>;
}

/** Checks {@link SqlWorldOptions}. */
export const checkSqlWorldOptions: OptionsCheck = defineOptions<SqlWorldOptions>()('createSqlTaskGenerator', {
  content: option.object,
  database: option.string,
  sha256: option.string,
  engine: option.oneOf(['sqlite', 'postgres']),
  name: option.string,
  nouns: option.record,
});

/** The environment of a content, and the tables as its worlds begin with them. */
export async function openSqlRecords({
  nouns = {},
  ...options
}: SqlWorldOptions): Promise<{ readonly environment: Environment; readonly tables: readonly SqlRecords[] }> {
  const { engine = 'sqlite' } = options;
  const { environment, schema } = await openSqlWorld(options);
  const world = await environment.open({ seed: 0 });
  try {
    return { environment, tables: readSqlRecords(schema, world.state(), { nouns, engine }) };
  } finally {
    await world.close();
  }
}

/** The environment of a content, and what the declarations of its tables say. */
export async function openSqlWorld({
  name = 'sql',
  engine = 'sqlite',
  ...start
}: Omit<SqlWorldOptions, 'nouns'>): Promise<{
  readonly environment: Environment;
  readonly schema: readonly SqlTableSchema[];
}> {
  if (engine === 'postgres') return openPostgres({ name, ...start });
  return {
    environment: await createSqlEnvironment({ name, ...start }),
    schema: await readSqlSchema(start),
  };
}
