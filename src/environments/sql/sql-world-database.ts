import { isJsonObject, type Json } from '../../core/index.js';
import type { Environment, World } from '../environment.js';

/** A world's database for reading, as `SQLAgent` takes it. */
export interface SqlWorldDatabase {
  schema(): Promise<string>;
  query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Json[][] }>;
}

/**
 * The database of an open world of `createSqlEnvironment`, for reading: statements that change it are refused by SQLite
 * itself. A wrong query throws an error that says why.
 */
export function sqlWorldDatabase(environment: Environment, world: World): SqlWorldDatabase {
  const schema = environment.tools.find(({ name }) => name === 'sql_query')?.description ?? '';
  return {
    schema: async () => schema.slice(schema.indexOf('\n') + 1),
    query: async (sql) => {
      const { observation } = await world.call('sql_query', { sql });
      const { data, error, content } = observation;
      if (error !== null) throw new Error(error.message);
      if (!isJsonObject(data)) throw new Error(content);
      return { columns: data.columns as readonly string[], rows: data.rows as unknown as readonly Json[][] };
    },
  };
}
