import type { Database } from '@sqlite.org/sqlite-wasm';
import { sha256 } from '../../core/index.js';
import { quoteSqlName, type SqlObjects } from './sql-tables.js';

/** A schema for agents. */
export interface SqlSchemaText {
  readonly text: string;
  /** SHA-256 of all statements, where the text has not all of them. */
  readonly digest: string | null;
}

/** Characters of a schema in the description of a tool. */
const MAX_CHARS = 30_000;

/**
 * The schema that agents read: the statements that made tables, views and triggers, or, where that is too long, the tables
 * and views with their columns, as many as there is room for.
 */
export function sqlSchemaText(
  database: Database,
  { tables, views }: Pick<SqlObjects, 'tables' | 'views'>,
): SqlSchemaText {
  const offered = [...tables, ...views];
  const isOffered = new Set(offered.map((name) => name.toLowerCase()));
  const statements = database
    .selectArrays(
      "SELECT sql, tbl_name FROM sqlite_schema WHERE type IN ('table', 'view', 'trigger') AND sql IS NOT NULL ORDER BY rowid",
    )
    .flatMap(([sql, table]) => (isOffered.has(String(table).toLowerCase()) ? [String(sql)] : []));
  const whole = statements.join(';\n');
  if (whole.length <= MAX_CHARS) return { text: whole, digest: null };
  const lines: string[] = [];
  let chars = 0;
  for (const name of offered) {
    const columns = database.selectArrays('SELECT name FROM pragma_table_info(?) ORDER BY cid', [name]);
    const line = `${quoteSqlName(name)} (${columns.map(([column]) => quoteSqlName(String(column))).join(', ')})`;
    chars += line.length;
    if (chars > MAX_CHARS) {
      lines.push(`and ${offered.length - lines.length} more: SELECT name, sql FROM sqlite_schema`);
      break;
    }
    lines.push(line);
  }
  return { text: lines.join('\n'), digest: sha256(whole) };
}
