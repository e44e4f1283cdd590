import { defineOptions, type OptionsCheck, option } from '../../../core/index.js';
import { createSqlEnvironment, type Environment, type SqlContent } from '../../../environments/index.js';
import { readSqlSchema } from '../../../environments/internal.js';
import type { Noun } from '../words.js';
import { readSqlRecords, type SqlRecords } from './sql-records.js';

/** The SQL world that tasks are about. */
export interface SqlWorldOptions {
  /** Tables with some tens of rows or more; keys and references decide what can be asked. */
  readonly content?: SqlContent;
  /** An SQLite file, as `createSqlEnvironment` takes it. */
  readonly database?: string;
  /** The SHA-256 of the file. */
  readonly sha256?: string;
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
  name: option.string,
  nouns: option.record,
});

/** The environment of a content, and the tables as its worlds begin with them. */
export async function openSqlRecords({
  name = 'sql',
  nouns = {},
  ...start
}: SqlWorldOptions): Promise<{ readonly environment: Environment; readonly tables: readonly SqlRecords[] }> {
  const environment = await createSqlEnvironment({ name, ...start });
  const world = await environment.open({ seed: 0 });
  try {
    return { environment, tables: readSqlRecords(await readSqlSchema(start), world.state(), { nouns }) };
  } finally {
    await world.close();
  }
}
