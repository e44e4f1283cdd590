import type { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../../core/internal.js';
import type { LeftOut } from '../../left-out.js';
import { dumpStatements } from '../../sql/dump/dump-statements.js';
import { readableText } from '../../sql/dump/dump-text.js';
import { type DumpStep, dumpStep } from './dump-step.js';
import { endLoading, startLoading } from './loading.js';

/** Things left out that are named one by one. */
const MOST_LEFT_OUT = 1_000;
/** Bytes that a database may take, and statements between two looks at them. */
const MAX_BYTES = 268_435_456;
const STATEMENTS_PER_CHECK = 200;

/** What went wrong with the statements of one name. */
interface Problem {
  count: number;
  readonly line: number;
  readonly reason: string;
}

/**
 * Makes what a dump of PostgreSQL's describes in a new database, statement by statement, as a role that owns nothing else.
 * One that fails is left out by name, and the others go on.
 * @throws for a dump that takes too much room, and for one without a table.
 */
export async function loadPostgresDump(database: PGlite, text: string): Promise<readonly LeftOut[]> {
  const problems = new Map<string, Problem>();
  const note = (name: string, line: number, reason: string): void => {
    const known = problems.get(name);
    if (known === undefined) problems.set(name, { count: 1, line, reason });
    else known.count++;
  };
  await startLoading(database);
  let count = 0;
  for (const statement of dumpStatements(text, 'postgres')) {
    const step = dumpStep(statement, readableText(statement.text));
    if (step.kind === 'aside') continue;
    if (step.kind === 'left_out') {
      note(step.name, statement.line, step.reason);
      continue;
    }
    const reason = await problemOf(database, step);
    if (reason !== null && !(step.kind === 'run' && step.mayFail)) note(step.name, statement.line, reason);
    if (++count % STATEMENTS_PER_CHECK === 0) await checkRoom(database);
  }
  await checkRoom(database);
  const loose = await endLoading(database);
  const leftOut = [
    ...[...problems].map(([name, { count: times, line, reason }]) => ({
      name,
      reason: `Line ${line}: ${reason}${times === 1 ? '' : ` (and ${times - 1} more statements)`}`,
    })),
    ...loose,
  ];
  await checkTables(database, leftOut);
  const more = leftOut.length - MOST_LEFT_OUT;
  return [
    ...leftOut.slice(0, MOST_LEFT_OUT),
    ...(more > 0 ? [{ name: `${more} more`, reason: 'There is no room to name them.' }] : []),
  ];
}

type Runnable = Exclude<DumpStep, { readonly kind: 'aside' | 'left_out' }>;

/** Runs a step, which is one statement whatever it says; null where that went well. */
async function problemOf(database: PGlite, step: Runnable): Promise<string | null> {
  if (step.sql.includes('\0')) return 'It has a NUL character.';
  try {
    if (step.kind === 'copy') {
      const rows = step.rows.map((row) => `${readableText(row)}\n`).join('');
      const sql = step.sql.replace(/\bFROM\s+STDIN\b/i, "FROM '/dev/blob'");
      await database.query(sql, [], { blob: new Blob([rows]) });
    } else await database.query(step.sql);
    return null;
  } catch (error) {
    return errorMessage(error).split('\n')[0] ?? '';
  }
}

async function checkRoom(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ bytes: number }>(
    'SELECT pg_catalog.pg_database_size(pg_catalog.current_database())::int8 AS bytes',
  );
  const bytes = Number(rows[0]?.bytes);
  if (bytes > MAX_BYTES) throw new Error(`it takes ${bytes} bytes; there is room for ${MAX_BYTES}`);
}

async function checkTables(database: PGlite, leftOut: readonly LeftOut[]): Promise<void> {
  const { rows } = await database.query(
    "SELECT 1 FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname = 'information_schema') LIMIT 1",
  );
  if (rows.length > 0) return;
  const [first] = leftOut;
  const why =
    first === undefined
      ? ''
      : `; what comes first in it, ${first.name}, can't be used: ${first.reason.replace(/\.$/, '')}`;
  throw new Error(`it is no SQL dump with a table${why}`);
}
