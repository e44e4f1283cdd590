import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Json } from '../../core/index.js';
import type { SqlLimits } from './sql-limits.js';
import type { SqlOutcome } from './sql-outcome.js';
import { isWrite, refuseSqlAction, type SqlAccess } from './sql-policy.js';
import { readSqlColumn } from './sql-value.js';
import { type StatementWatch, whileWatched } from './sqlite-callbacks.js';

/** Steps between two looks at the limits: a step can be as slow as a search through two long values. */
const STEPS_PER_CHECK = 100;

/** What {@link runSqlStatement} needs. */
export interface SqlStatementOptions {
  readonly sqlite: Sqlite3Static;
  readonly database: Database;
  readonly sql: string;
  readonly access: SqlAccess;
  readonly limits: SqlLimits;
  /** The world's own tables and views, in lower case. */
  readonly tables: Pick<ReadonlySet<string>, 'has'>;
  /** Called with each table that the statement may write, also by the actions of foreign keys. */
  readonly onWrite: (table: string) => void;
}

/** Runs exactly one statement under an access policy and limits. What is wrong with the statement is the outcome. */
export function runSqlStatement(options: SqlStatementOptions): SqlOutcome {
  const { sqlite, database, sql, access, limits, tables, onWrite } = options;
  if (Buffer.byteLength(sql) > limits.maxStatementBytes) {
    return {
      ok: false,
      type: 'limit',
      message: `a statement has at most ${limits.maxStatementBytes} bytes`,
    };
  }
  if (sql.includes('\0'))
    return { ok: false, type: 'sql_error', message: 'a statement has no NUL character' };
  const refusals: string[] = [];
  let checksLeft = Math.ceil(limits.maxSteps / STEPS_PER_CHECK);
  const end = performance.now() + limits.maxSeconds * 1000;
  let isLate = false;
  const watch: StatementWatch = {
    allows: (code, first, second) => {
      const action = { code, first, second };
      const refusal = refuseSqlAction(sqlite, access, tables, action);
      if (refusal !== null) refusals.push(refusal);
      else if (isWrite(sqlite, action)) onWrite(first);
      return refusal === null;
    },
    goesOn: () => {
      checksLeft--;
      isLate = performance.now() > end;
      return checksLeft >= 0 && !isLate;
    },
  };
  const outcome = whileWatched(sqlite, database, { watch, steps: STEPS_PER_CHECK }, () =>
    execute(sqlite, database, sql, access, limits),
  );
  if (outcome.ok || outcome.type !== 'sql_error') return outcome;
  if (checksLeft < 0) {
    return { ok: false, type: 'limit', message: `the statement needs more than ${limits.maxSteps} steps` };
  }
  if (isLate) {
    return {
      ok: false,
      type: 'limit',
      message: `the statement takes more than ${limits.maxSeconds} seconds`,
    };
  }
  const refusal = refusals[0];
  return refusal === undefined ? outcome : { ok: false, type: 'not_allowed', message: refusal };
}

function execute(
  sqlite: Sqlite3Static,
  database: Database,
  sql: string,
  access: SqlAccess,
  limits: SqlLimits,
): SqlOutcome {
  const { capi, wasm } = sqlite;
  const scope = wasm.scopedAllocPush();
  let statement = 0;
  try {
    const [text, bytes] = wasm.scopedAllocCString(sql, true);
    const [statementPointer = 0, tailPointer = 0] = wasm.scopedAllocPtr(2);
    wasm.pokePtr(statementPointer, 0);
    const code = capi.sqlite3_prepare_v3(database, text, bytes, 0, statementPointer, tailPointer);
    statement = wasm.peekPtr(statementPointer);
    if (code !== capi.SQLITE_OK) return failure(sqlite, database);
    if (statement === 0) return { ok: false, type: 'sql_error', message: 'the statement is empty' };
    if (!isBlankSql(wasm.cstrToJs(wasm.peekPtr(tailPointer)) ?? '')) {
      return { ok: false, type: 'not_allowed', message: 'one statement per call' };
    }
    if (access === 'read' && capi.sqlite3_stmt_readonly(statement) === 0) {
      return { ok: false, type: 'not_allowed', message: 'this tool only reads' };
    }
    return step(sqlite, database, statement, limits);
  } finally {
    if (statement !== 0) capi.sqlite3_finalize(statement);
    wasm.scopedAllocPop(scope);
  }
}

function step(sqlite: Sqlite3Static, database: Database, statement: number, limits: SqlLimits): SqlOutcome {
  const { capi } = sqlite;
  const changesBefore = capi.sqlite3_total_changes(database);
  const width = capi.sqlite3_column_count(statement);
  const columns = Array.from({ length: width }, (_, index) => capi.sqlite3_column_name(statement, index));
  const rows: Json[][] = [];
  let chars = 0;
  let truncated = false;
  for (;;) {
    const code = capi.sqlite3_step(statement);
    if (code === capi.SQLITE_DONE) break;
    if (code !== capi.SQLITE_ROW) return failure(sqlite, database);
    if (rows.length >= limits.maxRows) {
      truncated = true;
      continue;
    }
    const row = Array.from({ length: width }, (_, index) => readSqlColumn(sqlite, statement, index));
    for (const value of row) chars += typeof value === 'string' ? value.length : 8;
    if (chars > limits.maxResultChars) {
      return {
        ok: false,
        type: 'limit',
        message: `the result has more than ${limits.maxResultChars} characters`,
      };
    }
    rows.push(row);
  }
  return {
    ok: true,
    columns,
    rows,
    truncated,
    changedRows: capi.sqlite3_total_changes(database) - changesBefore,
  };
}

function failure(sqlite: Sqlite3Static, database: Database): SqlOutcome {
  return { ok: false, type: 'sql_error', message: sqlite.capi.sqlite3_errmsg(database) };
}

/** Whether nothing but white space, comments and semicolons is left. */
function isBlankSql(text: string): boolean {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\s;]+/g, '') === '';
}
