import type { Json } from '../../../core/index.js';

/** A name in SQL. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text, a number, a boolean or NULL in SQL. */
export function sqlValue(value: Json): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;
}
