import type { PGlite } from '@electric-sql/pglite';
import type { Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { createTableStatement, type SqlTable } from '../sql/sql-content.js';
import type { SqlOutcome } from '../sql/sql-outcome.js';
import { sqlRowName } from '../sql/sql-tables.js';
import type { PostgresFacts, PostgresJob } from './postgres-jobs.js';
import { postgresParsers, postgresValueToJson } from './postgres-value.js';

/** Fills a new database with tables and their rows. Throws what PostgreSQL refuses. */
export async function fillDatabase(database: PGlite, tables: readonly SqlTable[]): Promise<void> {
  for (const table of tables) {
    // The extended protocol takes one statement, so columns can't hold a second one.
    await database.query(createTableStatement(table, 'postgres'));
    const { columns, key } = await shapeOf(database, table.name);
    if (key.length === 0) throw new Error(`the table ${table.name} has no primary key`);
    const objects = table.rows.map((row) => {
      if (row.length !== columns.length) throw new Error(`a row of ${table.name} has ${row.length} values`);
      return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
    });
    const insert = `INSERT INTO ${table.name} SELECT * FROM json_populate_recordset(NULL::${table.name}, $1)`;
    await database.query(insert, [JSON.stringify(objects)]);
  }
}

/** The facts of a database: `TABLE/KEY` ↦ the row by column, as in SQLite's worlds. */
export async function readFacts(database: PGlite): Promise<PostgresFacts> {
  const { rows: tables } = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const facts: [string, Json][] = [];
  for (const { name } of tables) {
    const { columns, key } = await shapeOf(database, name);
    const shape = { name, columns, types: columns.map(() => ''), key, rowid: null, isComputed: false };
    const { rows } = await database.query<unknown[]>(`SELECT * FROM "${name}"`, [], {
      rowMode: 'array',
      parsers: { ...postgresParsers },
    });
    for (const row of rows) {
      const values = row.map(postgresValueToJson);
      const keyValues = key.map((column) => values[column] ?? null);
      const fact = Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
      facts.push([sqlRowName(shape, keyValues, null), fact]);
    }
  }
  return facts;
}

async function shapeOf(
  database: PGlite,
  table: string,
): Promise<{ readonly columns: readonly string[]; readonly key: readonly number[] }> {
  const { rows } = await database.query<{ name: string; position: number }>(
    `SELECT attname AS name, coalesce(array_position(indkey::int2[], attnum), -1) AS position
     FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`"${table.toLowerCase()}"`],
  );
  const key = rows
    .flatMap(({ position }, index) => (position < 0 ? [] : [{ position, index }]))
    .sort((left, right) => left.position - right.position)
    .map(({ index }) => index);
  return { columns: rows.map(({ name }) => name), key };
}

/** Runs one statement as the agent, in a transaction of its own that only a good end keeps. */
export async function runStatement(
  database: PGlite,
  job: Extract<PostgresJob, { kind: 'run' }>,
): Promise<SqlOutcome> {
  const first = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*([a-z]*)/i.exec(job.sql)?.[1]?.toLowerCase() ?? '';
  const allowed = ['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'merge'];
  if (!allowed.includes(first)) return refused('only SELECT, INSERT, UPDATE, DELETE and MERGE are allowed');
  await database.exec(`BEGIN ${job.access === 'read' ? 'READ ONLY' : ''}; SET LOCAL ROLE agent`);
  try {
    const outcome = job.access === 'read' ? await fetchRows(database, job) : await changeRows(database, job);
    await database.exec(outcome.ok ? 'COMMIT' : 'ROLLBACK');
    return outcome;
  } catch (error) {
    await database.exec('ROLLBACK');
    const code = (error as { code?: unknown }).code;
    const message = errorMessage(error).split('\n')[0] ?? '';
    if (typeof code !== 'string') throw error;
    return code === '42501' || code === '25006'
      ? refused(message)
      : { ok: false, type: 'sql_error', message };
  } finally {
    await database.exec('DISCARD ALL');
  }
}

/** The grammar of a cursor takes queries alone. */
async function fetchRows(
  database: PGlite,
  { sql, limits }: Extract<PostgresJob, { kind: 'run' }>,
): Promise<SqlOutcome> {
  await database.query(`DECLARE answer NO SCROLL CURSOR FOR ${sql}`);
  const { fields, rows } = await database.query<unknown[]>(`FETCH ${limits.maxRows + 1} FROM answer`, [], {
    rowMode: 'array',
    parsers: { ...postgresParsers },
  });
  return rowsOutcome(
    fields.map(({ name }) => name),
    rows,
    0,
    limits,
  );
}

/** EXPLAIN takes what reads or changes rows alone, and runs nothing. */
async function changeRows(database: PGlite, job: Extract<PostgresJob, { kind: 'run' }>): Promise<SqlOutcome> {
  const { rows: plans } = await database.query<{
    'QUERY PLAN': readonly [{ Plan?: { 'Node Type'?: string } }];
  }>(`EXPLAIN (FORMAT JSON) ${job.sql}`);
  if (plans[0]?.['QUERY PLAN']?.[0]?.Plan?.['Node Type'] !== 'ModifyTable') return fetchRows(database, job);
  const {
    fields,
    rows,
    affectedRows = 0,
  } = await database.query<unknown[]>(job.sql, [], {
    rowMode: 'array',
    parsers: { ...postgresParsers },
  });
  return rowsOutcome(
    fields.map(({ name }) => name),
    rows,
    affectedRows,
    job.limits,
  );
}

function rowsOutcome(
  columns: readonly string[],
  rows: readonly unknown[][],
  changedRows: number,
  { maxRows, maxResultChars }: Extract<PostgresJob, { kind: 'run' }>['limits'],
): SqlOutcome {
  const shown = rows.slice(0, maxRows).map((row) => row.map(postgresValueToJson));
  const chars = JSON.stringify(shown).length;
  if (chars > maxResultChars) {
    return { ok: false, type: 'limit', message: `the result has more than ${maxResultChars} characters` };
  }
  return { ok: true, columns, rows: shown, truncated: rows.length > maxRows, changedRows };
}

function refused(message: string): SqlOutcome {
  return { ok: false, type: 'not_allowed', message };
}
