import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../../core/internal.js';
import type { LeftOut } from '../../left-out.js';
import type { SqlLimits } from '../sql-limits.js';
import { refuseRandomness } from '../sqlite-randomness.js';
import { type DumpPlan, planDump } from './dump-declarations.js';
import { dumpDialect } from './dump-dialect.js';
import { DumpReader } from './dump-reader.js';
import { copyRows, sqliteText } from './dump-rows.js';
import { type DumpStatement, dumpStatements } from './dump-statements.js';
import { type DumpReference, type DumpTable, tableStatement } from './dump-table.js';
import { isWord, tokensText } from './dump-tokens.js';

/** Seconds that a dump may take, and steps of SQLite between two looks at the clock. */
const MAX_SECONDS = 60;
const STEPS_PER_CHECK = 10_000;
/** Things left out that are named one by one. */
const MOST_LEFT_OUT = 1_000;

/** A database from a dump, and what of the dump it lacks. */
export interface LoadedDump {
  readonly image: Uint8Array;
  readonly leftOut: readonly LeftOut[];
  /** How many tables it has. */
  readonly tables: number;
}

/**
 * Makes the database that an SQL dump describes: first what it declares, then its rows, then views, indexes and triggers. SQLite
 * runs each statement under an authorizer; one that fails is left out by name, and the others go on.
 */
export function loadDump(sqlite: Sqlite3Static, text: string, limits: SqlLimits): LoadedDump {
  const dialect = dumpDialect(text);
  const plan = planDump(dumpStatements(text, dialect), dialect);
  const { capi } = sqlite;
  const database = new sqlite.oo1.DB(':memory:');
  try {
    database.exec(
      `PRAGMA trusted_schema = OFF; PRAGMA max_page_count = ${Math.ceil(limits.maxDatabaseBytes / 8_192)}; BEGIN`,
    );
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
    // Old dumps have texts in double quotes.
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DQS_DDL, 1, 0);
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DQS_DML, 1, 0);
    refuseRandomness(sqlite, database);
    const end = performance.now() + MAX_SECONDS * 1000;
    capi.sqlite3_progress_handler(database, STEPS_PER_CHECK, () => (performance.now() > end ? 1 : 0), 0);
    const refused = new Set([
      capi.SQLITE_ATTACH,
      capi.SQLITE_DETACH,
      capi.SQLITE_PRAGMA,
      capi.SQLITE_TRANSACTION,
      capi.SQLITE_SAVEPOINT,
      capi.SQLITE_CREATE_VTABLE,
      capi.SQLITE_DROP_VTABLE,
    ] as number[]);
    const authorize = (_: unknown, code: number): 0 | 1 =>
      (refused.has(code) ? capi.SQLITE_DENY : capi.SQLITE_OK) as 0 | 1;
    capi.sqlite3_set_authorizer(database, authorize as never, 0);
    const leftOut = runPlan(database, plan);
    capi.sqlite3_set_authorizer(database, 0 as never, 0);
    capi.sqlite3_progress_handler(database, 0, 0, 0);
    database.exec('COMMIT');
    const more = leftOut.length - MOST_LEFT_OUT;
    return {
      tables: Number(database.selectValue("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")),
      image: capi.sqlite3_js_db_export(database),
      leftOut: [
        ...leftOut.slice(0, MOST_LEFT_OUT),
        ...(more > 0 ? [{ name: `${more} more`, reason: 'There is no room to name them.' }] : []),
      ],
    };
  } finally {
    database.close();
  }
}

function runPlan(database: Database, plan: DumpPlan): readonly LeftOut[] {
  const leftOut = [...plan.leftOut];
  const run = (sql: string): string | null => {
    try {
      database.exec(sql);
      return null;
    } catch (error) {
      return errorMessage(error).replace(/^SQLITE_\w+: sqlite3 result code \d+: /, '');
    }
  };
  const note = (name: string, line: number | null, problem: string | null): void => {
    if (problem !== null)
      leftOut.push({ name, reason: line === null ? problem : `Line ${line}: ${problem}` });
  };
  const textOf = (statement: DumpStatement): string =>
    plan.dialect === 'sqlite' ? statement.text : sqliteText(statement, plan);
  for (const statement of plan.makers) note(nameOf(statement), statement.line, run(textOf(statement)));
  for (const table of plan.tables.values()) {
    const references = table.references.filter((reference) => {
      const problem = referenceProblem(reference, plan.tables);
      note(`reference ${reference.columns.join(', ')} in table ${table.name}`, null, problem);
      return problem === null;
    });
    note(`table ${table.name}`, null, makeTable(run, { ...table, references }, note));
  }
  const failed = new Map<string, { count: number; readonly line: number; readonly problem: string }>();
  for (const statement of plan.rows) {
    const isCopy = isWord(statement.tokens[0], 'COPY');
    const problem = isCopy ? copyRows(database, statement, plan) : run(textOf(statement));
    if (problem === null) continue;
    const name = `rows of ${rowsTable(statement)}`;
    const known = failed.get(name);
    if (known === undefined) failed.set(name, { count: 1, line: statement.line, problem });
    else known.count++;
  }
  for (const [name, { count, line, problem }] of failed) {
    note(name, line, count === 1 ? problem : `${problem} (and ${count - 1} more statements)`);
  }
  for (const [name, statement] of plan.others) {
    const sql = textOf(statement);
    const problem = run(sql);
    // An index that SQLite can't make changes no answer, unless it keeps values apart.
    if (problem !== null && (!name.startsWith('index ') || /^\s*CREATE\s+UNIQUE/i.test(sql))) {
      note(name, statement.line, problem);
    }
  }
  return leftOut;
}

/** Makes a table, without its checks and computed columns where SQLite refuses them, and gives the problem if that fails too. */
function makeTable(
  run: (sql: string) => string | null,
  table: DumpTable,
  note: (name: string, line: number | null, problem: string | null) => void,
): string | null {
  const problem = run(tableStatement(table));
  if (problem === null || table.columns.length === 0) return problem;
  const plain = table.columns.map(({ name, type, isRequired }) => ({ name, type, isRequired }));
  const still = run(tableStatement({ ...table, columns: plain, checks: [] }));
  if (still === null) note(`checks and defaults of table ${table.name}`, null, problem);
  return still;
}

/** Why a reference can't be kept: SQLite would refuse each write to its table. */
function referenceProblem(
  { columns, table, targets }: DumpReference,
  tables: ReadonlyMap<string, DumpTable>,
): string | null {
  const target = tables.get(table.toLowerCase());
  if (target === undefined) return `There is no table ${table}.`;
  const wanted = keyOf(targets.length > 0 ? targets : target.primaryKey);
  if (targets.length === 0 && target.primaryKey.length !== columns.length) return `${table} has another key.`;
  const isKey = [target.primaryKey, ...target.unique].some((key) => keyOf(key) === wanted);
  return isKey ? null : `${targets.join(', ')} of ${table} is no key.`;
}

function keyOf(columns: readonly string[]): string {
  return columns
    .map((column) => column.toLowerCase())
    .sort()
    .join(',');
}

function nameOf({ tokens }: DumpStatement): string {
  return tokensText(tokens.slice(0, 3)).replace(/^CREATE (TABLE)/i, 'table');
}

function rowsTable({ tokens }: DumpStatement): string {
  const at = tokens.findIndex((token) => isWord(token, 'INTO', 'COPY', 'UPDATE', 'FROM'));
  return new DumpReader(tokens.slice(at + 1)).takeName() ?? 'a table';
}
