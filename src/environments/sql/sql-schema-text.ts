import type { Database } from '@sqlite.org/sqlite-wasm';
import { quoteSqlName, type SqlObjects } from './sql-tables.js';

/** Characters of a schema in the description of a tool. */
const MAX_CHARS = 30_000;

/**
 * The schema that agents read: the statements that made tables, views and triggers, or, where that is too long, the tables
 * and views with their columns, as many as there is room for.
 */
export function sqlSchemaText(database: Database, { tables, views }: SqlObjects): string {
  const isOffered = new Set([...tables, ...views]);
  const statements = database
    .selectArrays(
      "SELECT sql, tbl_name FROM sqlite_schema WHERE type IN ('table', 'view', 'trigger') AND sql IS NOT NULL ORDER BY rowid",
    )
    .flatMap(([sql, table]) => (isOffered.has(String(table)) ? [String(sql)] : []));
  const whole = statements.join(';\n');
  if (whole.length <= MAX_CHARS) return whole;
  const lines: string[] = [];
  let chars = 0;
  for (const name of isOffered) {
    const columns = database.selectArrays('SELECT name FROM pragma_table_info(?) ORDER BY cid', [name]);
    const line = `${quoteSqlName(name)} (${columns.map(([column]) => quoteSqlName(String(column))).join(', ')})`;
    chars += line.length;
    if (chars > MAX_CHARS) {
      lines.push(`and ${isOffered.size - lines.length} more: SELECT name, sql FROM sqlite_schema`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}
