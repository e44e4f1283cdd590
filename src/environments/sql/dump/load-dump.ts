import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../../core/internal.js';
import type { LeftOut } from '../../left-out.js';
import { limitHeap, limitPatterns } from '../sql-database.js';
import type { SqlLimits } from '../sql-limits.js';
import { refuseRandomness } from '../sqlite-randomness.js';
import { type DumpPlan, planDump } from './dump-declarations.js';
import { dumpDialect } from './dump-dialect.js';
import { DumpReader } from './dump-reader.js';
import { copyRows, sqliteText } from './dump-rows.js';
import { type DumpStatement, dumpStatements } from './dump-statements.js';
import { type DumpReference, type DumpTable, tableStatement } from './dump-table.js';
import { readableText } from './dump-text.js';
import { isMark, isWord, tokensText } from './dump-tokens.js';

/** Seconds that a dump may take, and steps of SQLite between two looks at the clock. */
const MAX_SECONDS = 60;
const STEPS_PER_CHECK = 1_000;
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
 * runs each statement under an authorizer, by itself; one that fails is left out by name, and the others go on.
 */
export function loadDump(sqlite: Sqlite3Static, text: string, limits: SqlLimits): LoadedDump {
  const dialect = dumpDialect(text);
  const plan = planDump(dumpStatements(text, dialect), dialect);
  const database = new sqlite.oo1.DB(':memory:');
  try {
    const runner = openRunner(sqlite, database, limits);
    const leftOut = runPlan(runner, plan);
    runner.release();
    const more = leftOut.length - MOST_LEFT_OUT;
    return {
      tables: Number(database.selectValue("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")),
      image: sqlite.capi.sqlite3_js_db_export(database),
      leftOut: [
        ...leftOut.slice(0, MOST_LEFT_OUT),
        ...(more > 0 ? [{ name: `${more} more`, reason: 'There is no room to name them.' }] : []),
      ],
    };
  } finally {
    database.close();
  }
}

/** What a long statement may call: what dumps write around long texts, and what gives short values. */
const PLAIN_FUNCTIONS = new Set(
  'char replace unistr coalesce ifnull nullif date time datetime strftime julianday current_timestamp current_date current_time'.split(
    ' ',
  ),
);
/** What in a table's declaration computes values. */
const COMPUTES = /\bAS\s*\(|\bDEFAULT\s*\([^)]*(?:\w\s*\(|\|\|)/i;

/** Runs the statements of a dump in a database. */
interface Runner {
  readonly database: Database;
  /** Runs a statement and gives the problem; null for none. */
  run(sql: string): string | null;
  /** Lets the values that the next statement spells out into it, or gives the problem; null for none. */
  letIn(statement: DumpStatement | null): string | null;
  /** Lets the database go on without an authorizer. */
  release(): void;
}

function openRunner(sqlite: Sqlite3Static, database: Database, limits: SqlLimits): Runner {
  const { capi } = sqlite;
  limitHeap(database);
  const pageBytes = Number(database.selectValue('PRAGMA page_size'));
  const pages = Math.ceil(limits.maxDatabaseBytes / pageBytes);
  database.exec(`PRAGMA trusted_schema = OFF; PRAGMA max_page_count = ${pages}`);
  capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
  // Old dumps have texts in double quotes.
  capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DQS_DDL, 1, 0);
  capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DQS_DML, 1, 0);
  limitPatterns(sqlite, database);
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
  // The work of SQLite's functions may grow with the product of the lengths of values, and no limit ends them.
  let isLong = false;
  let isAuthorized = true;
  const isRefused = (code: number, name: string): boolean =>
    refused.has(code) ||
    (isLong && code === capi.SQLITE_FUNCTION && !PLAIN_FUNCTIONS.has(name.toLowerCase()));
  const authorize = (_: unknown, code: number, _first: string, second: string): 0 | 1 =>
    (isAuthorized && isRefused(code, second) ? capi.SQLITE_DENY : capi.SQLITE_OK) as 0 | 1;
  capi.sqlite3_set_authorizer(database, authorize as never, 0);
  const setChecks = (isOn: boolean): void => {
    isAuthorized = false;
    database.exec(`PRAGMA ignore_check_constraints = ${isOn ? 'OFF' : 'ON'}`);
    isAuthorized = true;
  };
  // Asked for the first long value, when all tables are made.
  let computing: ReadonlySet<string> | undefined;
  const computesFrom = (statement: DumpStatement): boolean => {
    computing ??= tablesThatCompute(database);
    return isWord(statement.tokens[0], 'INSERT', 'REPLACE', 'COPY')
      ? computing.has(rowsTable(statement).toLowerCase())
      : computing.size > 0;
  };
  return {
    database,
    run: (sql) => {
      if (performance.now() > end) return `The dump takes more than ${MAX_SECONDS} seconds.`;
      if (sql.includes('\0')) return 'It has a NUL character.';
      try {
        database.exec(sql);
        return null;
      } catch (error) {
        return errorMessage(error).replace(/^SQLITE_\w+: sqlite3 result code \d+: /, '');
      }
    },
    letIn: (statement) => {
      // A limit on values is one on rows, too.
      const most = statement === null ? 0 : 3 * longestRow(statement);
      const wasLong = isLong;
      isLong = most > limits.maxValueBytes;
      capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, Math.max(limits.maxValueBytes, most));
      if (isLong !== wasLong) setChecks(!isLong);
      if (statement === null || !isLong) return null;
      return computesFrom(statement) || !replacesLineBreaks(statement)
        ? `It has more than ${limits.maxValueBytes} bytes, too many for what is computed from them.`
        : null;
    },
    release: () => {
      capi.sqlite3_set_authorizer(database, 0 as never, 0);
      capi.sqlite3_progress_handler(database, 0, 0, 0);
    },
  };
}

function runPlan(runner: Runner, plan: DumpPlan): readonly LeftOut[] {
  const { database, run, letIn } = runner;
  const leftOut = [...plan.leftOut];
  const note = (name: string, line: number | null, problem: string | null): void => {
    if (problem !== null)
      leftOut.push({ name, reason: line === null ? problem : `Line ${line}: ${problem}` });
  };
  const textOf = (statement: DumpStatement): string =>
    plan.dialect === 'sqlite' ? readableText(statement.text) : sqliteText(statement, plan);
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
  for (const [index, statement] of plan.rows.entries()) {
    const target = rowsTable(statement);
    // Its table was dropped or emptied after it.
    if (index < (plan.emptied.get(target.toLowerCase()) ?? 0)) continue;
    const problem =
      letIn(statement) ??
      (isWord(statement.tokens[0], 'COPY') ? copyRows(database, statement, plan) : run(textOf(statement)));
    if (problem === null) continue;
    const name = `rows of ${target}`;
    const known = failed.get(name);
    if (known === undefined) failed.set(name, { count: 1, line: statement.line, problem });
    else known.count++;
  }
  for (const [name, { count, line, problem }] of failed) {
    note(name, line, count === 1 ? problem : `${problem} (and ${count - 1} more statements)`);
  }
  letIn(null);
  for (const table of plan.tables.values()) {
    for (const column of table.columns) {
      if (DAY_TYPE.test(column.type))
        note(`days of ${column.name} in table ${table.name}`, null, run(dashed(table.name, column.name)));
    }
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

function tablesThatCompute(database: Database): ReadonlySet<string> {
  const declared = database.selectArrays("SELECT name, sql FROM sqlite_schema WHERE type = 'table'");
  return new Set(
    declared.filter(([, sql]) => COMPUTES.test(String(sql))).map(([name]) => String(name).toLowerCase()),
  );
}

/** Characters that a row of a statement has at most. */
function longestRow({ text, rows }: DumpStatement): number {
  return rows.reduce((longest, row) => Math.max(longest, row.length), text.length);
}

/** SQLite's types of days and times. */
const DAY_TYPE = /^(?:DATE|DATETIME|TIMESTAMP)$/;

/** The statement that writes days such as 2009/1/31 as both servers do: 2009-01-31. */
function dashed(table: string, column: string): string {
  const [into, value] = [table, column].map((name) => tokensText([{ kind: 'name', value: name }]));
  const month = `substr(${value}, instr(${value}, '/') + 1)`;
  return `UPDATE ${into} SET ${value} = (
    SELECT printf('%04d-%02d-%02d', ${value}, m, substr(m, instr(m, '/') + 1)) || ltrim(substr(m, instr(m, '/') + 1), '0123456789')
    FROM (SELECT ${month} AS m)) WHERE ${value} GLOB '[0-9][0-9][0-9][0-9]/[0-9]*/[0-9]*'`;
}

/** Whether a statement calls `replace` only as the shell of SQLite does: `replace('…','\n',char(10))`. */
function replacesLineBreaks({ tokens }: DumpStatement): boolean {
  let calls = 0;
  for (const [index, token] of tokens.entries()) {
    if (isWord(token, 'REPLACE') && isMark(tokens[index + 1], '(')) calls++;
    const isOfShell =
      isWord(token, 'CHAR') && isMark(tokens[index - 1], ',') && (tokens[index - 2]?.value.length ?? 0) <= 2;
    if (isOfShell) calls--;
  }
  return calls <= 0;
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
  const isKey = [target.primaryKey, ...target.unique, ...target.indexed].some((key) => keyOf(key) === wanted);
  return isKey ? null : `${targets.join(', ')} of ${table} is no key.`;
}

function keyOf(columns: readonly string[]): string {
  return columns
    .map((column) => column.toLowerCase())
    .sort()
    .join(',');
}

/** What a statement that makes or changes a table is called: `table NAME`, or `ALTER TABLE NAME`. */
function nameOf({ tokens }: DumpStatement): string {
  const at = tokens.findIndex((token) => isWord(token, 'TABLE'));
  if (!isWord(tokens[0], 'CREATE') || at === -1) return tokensText(tokens.slice(0, 3));
  const reader = new DumpReader(tokens.slice(at + 1, at + 10));
  reader.takeWords('IF', 'NOT', 'EXISTS');
  return `table ${reader.takeName() ?? ''}`;
}

function rowsTable({ tokens }: DumpStatement): string {
  const at = tokens.findIndex((token) => isWord(token, 'INTO', 'COPY', 'UPDATE', 'FROM'));
  return new DumpReader(tokens.slice(at + 1, at + 10)).takeName() ?? 'a table';
}
