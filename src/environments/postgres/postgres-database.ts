import type { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../core/internal.js';
import { createTableStatement, type SqlTable } from '../sql/sql-content.js';
import type { SqlOutcome } from '../sql/sql-outcome.js';
import { readFacts } from './postgres-facts.js';
import type { PostgresJob, PostgresTableFacts } from './postgres-jobs.js';
import {
  OWN_NAMESPACES,
  type PostgresSchema,
  type PostgresTable,
  readPostgresSchema,
} from './postgres-schema.js';
import { postgresParsers, postgresValueToJson } from './postgres-value.js';

/** Fills a new database with tables and their rows. Throws what PostgreSQL refuses. */
export async function fillDatabase(database: PGlite, tables: readonly SqlTable[]): Promise<void> {
  for (const table of tables) {
    // The extended protocol takes one statement, so columns can't hold a second one.
    await database.query(createTableStatement(table, 'postgres'));
    const made = (await readPostgresSchema(database)).tables.at(-1);
    const columns = made?.columns ?? [];
    if (made?.key.length === 0) throw new Error(`the table ${table.name} has no primary key`);
    const objects = table.rows.map((row) => {
      if (row.length !== columns.length) throw new Error(`a row of ${table.name} has ${row.length} values`);
      return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
    });
    const insert = `INSERT INTO ${table.name} SELECT * FROM json_populate_recordset(NULL::${table.name}, $1)`;
    await database.query(insert, [JSON.stringify(objects)]);
  }
}

/** What a statement gave, and the tables that it may have changed, as they are now. */
export interface RanStatement {
  readonly outcome: SqlOutcome;
  readonly changed: PostgresTableFacts | null;
}

/**
 * Runs one statement as the agent, in a transaction of its own that only a good end keeps.
 * @param schema - what the database has: the tables that the statement changes are read again, and no others.
 */
export async function runStatement(
  database: PGlite,
  job: Extract<PostgresJob, { kind: 'run' }>,
  schema: Pick<PostgresSchema, 'tables' | 'path'>,
): Promise<RanStatement> {
  const first = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*([a-z]*)/i.exec(job.sql)?.[1]?.toLowerCase() ?? '';
  const allowed = ['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'merge'];
  if (!allowed.includes(first)) {
    return { outcome: refused('only SELECT, INSERT, UPDATE, DELETE and MERGE are allowed'), changed: null };
  }
  const isWrite = job.access === 'write';
  const before = isWrite ? await changeCounts(database) : new Map();
  // Its settings for a database are not those of a session here: PGlite leaves them out.
  await database.exec(`BEGIN ${isWrite ? '' : 'READ ONLY'}; SET LOCAL search_path = ${schema.path}; SET LOCAL timezone = 'UTC';
    SET LOCAL temp_file_limit = '64MB'; SET LOCAL ROLE agent`);
  try {
    const outcome = isWrite ? await changeRows(database, job) : await fetchRows(database, job);
    await database.exec('RESET ROLE');
    const changed = isWrite && outcome.ok ? await changedSince(database, before, schema.tables) : null;
    await database.exec(outcome.ok ? 'COMMIT' : 'ROLLBACK');
    return { outcome, changed };
  } catch (error) {
    await database.exec('ROLLBACK');
    const code = (error as { code?: unknown }).code;
    const message = errorMessage(error).split('\n')[0] ?? '';
    if (typeof code !== 'string') throw error;
    if (code === '42501' || code === '25006') return { outcome: refused(message), changed: null };
    // Class 53: memory, disk or a limit is used up.
    const type = code.startsWith('53') ? 'limit' : 'sql_error';
    return { outcome: { ok: false, type, message }, changed: null };
  } finally {
    await database.exec('DISCARD ALL');
  }
}

/**
 * How many rows of each table this session has added, changed and deleted, by the table's object number. A table has also the rows of
 * those that inherit from it, as partitions do.
 */
async function changeCounts(database: PGlite): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ oid: number; count: number }>(
    `WITH RECURSIVE has (whole, part) AS (
       SELECT oid, oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace IN (${OWN_NAMESPACES})
       UNION ALL SELECT whole, inhrelid FROM has JOIN pg_inherits ON inhparent = part)
     SELECT whole::int AS oid,
       sum(pg_stat_get_xact_tuples_inserted(part) + pg_stat_get_xact_tuples_updated(part) + pg_stat_get_xact_tuples_deleted(part))::int AS count
     FROM has GROUP BY 1`,
  );
  return new Map(rows.map(({ oid, count }) => [oid, count]));
}

/**
 * The rows of the tables that a statement changed, by itself or by what references cascade. Within the transaction nothing is
 * taken off the counts, so they tell all of it.
 */
async function changedSince(
  database: PGlite,
  before: ReadonlyMap<number, number>,
  tables: readonly PostgresTable[],
): Promise<PostgresTableFacts | null> {
  const after = await changeCounts(database);
  const changed = tables.filter(({ oid }) => after.get(oid) !== before.get(oid));
  if (changed.length === 0) return null;
  return { tables: changed.map(({ name }) => name), facts: await readFacts(database, changed) };
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
