import type { Database, Sqlite3Static, WasmPointer } from '@sqlite.org/sqlite-wasm';

/** What SQLite asks and reports while it runs one statement. */
export interface StatementWatch {
  /** Whether an action may be taken. */
  readonly allows: (code: number, first: string, second: string) => boolean;
  /** Whether to go on, asked every so many steps. */
  readonly goesOn: () => boolean;
}

/** What SQLite reports of the rows that a statement writes. */
export interface RowWatch {
  /** Called before a row is written, with its number before and after. */
  readonly onRow: (
    database: WasmPointer,
    operation: number,
    table: string,
    before: bigint,
    after: bigint,
  ) => void;
  /** Whether the statement may be committed. */
  readonly mayCommit: () => boolean;
}

/**
 * The functions that one library calls back. Each is compiled to WebAssembly once: the library itself would do that again for
 * every statement. Statements run one after another and never within another, so that one watch of each kind is enough.
 */
interface Callbacks {
  readonly authorizer: WasmPointer;
  readonly progress: WasmPointer;
  readonly preupdate: WasmPointer;
  readonly commit: WasmPointer;
  statement: StatementWatch | undefined;
  rows: RowWatch | undefined;
}

const installed = new WeakMap<Sqlite3Static, Callbacks>();

/** Runs `work` while a watch is asked what statements of the database may do, and every `steps` steps whether to go on. */
export function whileWatched<T>(
  sqlite: Sqlite3Static,
  database: Database,
  { watch, steps }: { readonly watch: StatementWatch; readonly steps: number },
  work: () => T,
): T {
  const { capi } = sqlite;
  const callbacks = callbacksOf(sqlite);
  callbacks.statement = watch;
  // The declarations take functions alone; the library takes pointers to some, too.
  capi.sqlite3_set_authorizer(database, callbacks.authorizer as never, 0);
  capi.sqlite3_progress_handler(database, steps, callbacks.progress, 0);
  try {
    return work();
  } finally {
    capi.sqlite3_set_authorizer(database, 0 as never, 0);
    capi.sqlite3_progress_handler(database, 0, 0, 0);
    callbacks.statement = undefined;
  }
}

/** Runs `work` while a watch is told of each row that statements of the database write. */
export function whileRowsAreWatched<T>(
  sqlite: Sqlite3Static,
  database: Database,
  watch: RowWatch,
  work: () => T,
): T {
  const callbacks = callbacksOf(sqlite);
  const setHook = sqlite.capi.sqlite3_preupdate_hook as unknown as (
    database: Database,
    hook: WasmPointer,
    context: 0,
  ) => void;
  callbacks.rows = watch;
  setHook(database, callbacks.preupdate, 0);
  sqlite.capi.sqlite3_commit_hook(database, callbacks.commit, 0);
  try {
    return work();
  } finally {
    setHook(database, 0, 0);
    sqlite.capi.sqlite3_commit_hook(database, 0, 0);
    callbacks.rows = undefined;
  }
}

function callbacksOf(sqlite: Sqlite3Static): Callbacks {
  let callbacks = installed.get(sqlite);
  if (callbacks === undefined) {
    callbacks = install(sqlite);
    installed.set(sqlite, callbacks);
  }
  return callbacks;
}

function install({ capi, wasm }: Sqlite3Static): Callbacks {
  const text = (pointer: WasmPointer): string => (pointer === 0 ? '' : (wasm.cstrToJs(pointer) ?? ''));
  const callbacks: Callbacks = {
    authorizer: wasm.installFunction(
      'i(pipppp)',
      (_: WasmPointer, code: number, first: WasmPointer, second: WasmPointer) => {
        try {
          return callbacks.statement?.allows(code, text(first), text(second)) === false
            ? capi.SQLITE_DENY
            : capi.SQLITE_OK;
        } catch {
          return capi.SQLITE_ERROR;
        }
      },
    ),
    progress: wasm.installFunction('i(p)', () => (callbacks.statement?.goesOn() === false ? 1 : 0)),
    preupdate: wasm.installFunction(
      'v(ppippjj)',
      (
        _: WasmPointer,
        database: WasmPointer,
        operation: number,
        _schema: WasmPointer,
        table: WasmPointer,
        before: bigint,
        after: bigint,
      ) => callbacks.rows?.onRow(database, operation, text(table), before, after),
    ),
    commit: wasm.installFunction('i(p)', () => (callbacks.rows?.mayCommit() === false ? 1 : 0)),
    statement: undefined,
    rows: undefined,
  };
  return callbacks;
}
