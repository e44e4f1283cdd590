import { type JsonObject, RandomStream } from '../../core/index.js';
import { quoteSqlName, type SqlTableShape } from './sql-tables.js';

/** What {@link sampleSqlArguments} chooses by. */
export interface SampleSqlOptions {
  readonly prompt: string;
  readonly seed: number;
  readonly shapes: readonly SqlTableShape[];
}

/**
 * Arguments for a tool of an SQL world: a statement that runs, on the table that the prompt names, or on one by
 * chance. A write sets a column to what it is.
 */
export function sampleSqlArguments(
  tool: string,
  { prompt, seed, shapes }: SampleSqlOptions,
): JsonObject | null {
  const random = new RandomStream(seed, `sample/${tool}`);
  if (tool === 'python') return { code: `${random.integer(1, 9)} + ${random.integer(1, 9)}` };
  const words = new Set(prompt.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const named = shapes.filter(({ name }) => mentions(words, name));
  if (shapes.length === 0) return tool === 'sql_query' ? { sql: 'SELECT 1' } : null;
  const { name, columns } = random.pick(named.length > 0 ? named : shapes);
  const table = quoteSqlName(name);
  if (tool === 'sql_execute') {
    const column = quoteSqlName(random.pick(columns));
    return { sql: `UPDATE ${table} SET ${column} = ${column}` };
  }
  if (words.has('many') || words.has('count')) return { sql: `SELECT count(*) FROM ${table}` };
  const wanted = columns.filter((column) => mentions(words, column));
  const shown = wanted.length > 0 ? wanted : [random.pick(columns)];
  return { sql: `SELECT ${shown.map(quoteSqlName).join(', ')} FROM ${table} LIMIT 10` };
}

/** Whether words hold a name, in the singular or the plural. */
function mentions(words: ReadonlySet<string>, name: string): boolean {
  const plain = name.toLowerCase();
  return [plain, `${plain}s`, plain.replace(/s$/, ''), plain.replace(/y$/, 'ies')].some((form) =>
    words.has(form),
  );
}
