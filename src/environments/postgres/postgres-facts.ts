import type { PGlite } from '@electric-sql/pglite';
import { contentHash, type Json } from '../../core/index.js';
import { quoteSqlName, sqlRowName } from '../sql/sql-tables.js';
import type { PostgresFacts } from './postgres-jobs.js';
import type { PostgresTable } from './postgres-schema.js';
import { postgresParsers, postgresValueToJson } from './postgres-value.js';

/**
 * The facts of tables: `TABLE/KEY` ↦ the row by column, as in SQLite's worlds. A row of a table without a primary key is
 * `TABLE/#` and a digest of its values, the second of equal ones with `+2` behind it, and so on.
 */
export async function readFacts(database: PGlite, tables: readonly PostgresTable[]): Promise<PostgresFacts> {
  const facts: [string, Json][] = [];
  for (const table of tables) {
    const { name, columns, key } = table;
    const shape = { name, columns, types: columns.map(() => ''), key, rowid: null, isComputed: false };
    const { rows } = await database.query<unknown[]>(`SELECT * FROM ${qualifiedName(table)}`, [], {
      rowMode: 'array',
      parsers: { ...postgresParsers },
    });
    const met = new Map<string, number>();
    for (const row of rows) {
      const values = row.map(postgresValueToJson);
      const fact = Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
      if (key.length > 0) {
        const keyValues = key.map((column) => values[column] ?? null);
        facts.push([sqlRowName(shape, keyValues, null), fact]);
        continue;
      }
      const digest = contentHash(values).slice(0, 16);
      const count = (met.get(digest) ?? 0) + 1;
      met.set(digest, count);
      facts.push([`${name}/#${digest}${count === 1 ? '' : `+${count}`}`, fact]);
    }
  }
  return facts;
}

/** A table's name with its schema, as SQL reads it. */
function qualifiedName({ name, namespace }: Pick<PostgresTable, 'name' | 'namespace'>): string {
  return `${quoteSqlName(namespace)}.${quoteSqlName(name)}`;
}
