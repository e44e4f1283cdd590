import type { Database, Sqlite3Static, WasmPointer } from '@sqlite.org/sqlite-wasm';

/** SQLite's functions of chance, and how many arguments they take. */
const RANDOM_FUNCTIONS = [
  ['random', 0],
  ['randomblob', 1],
] as const;

/** Those that answer by what the connection did before, or by which SQLite it is: a branch has another. */
const SESSION_FUNCTIONS = [
  ['changes', 0],
  ['total_changes', 0],
  ['last_insert_rowid', 0],
  ['sqlite_version', 0],
  ['sqlite_source_id', 0],
] as const;

/** The function that takes their place, made once for each library: SQLite never frees one. */
const refusals = new WeakMap<Sqlite3Static, WasmPointer>();

/**
 * Makes SQLite's functions of chance fail in a database wherever they stand, so also in defaults and triggers, where no
 * authorizer is asked: a replay could not repeat them.
 */
export function refuseRandomness(sqlite: Sqlite3Static, database: Database): void {
  refuse(sqlite, database, RANDOM_FUNCTIONS);
}

/** Makes also those functions fail that answer by what a connection did before. */
export function refuseUnrepeatable(sqlite: Sqlite3Static, database: Database): void {
  refuse(sqlite, database, [...RANDOM_FUNCTIONS, ...SESSION_FUNCTIONS]);
}

function refuse(
  sqlite: Sqlite3Static,
  database: Database,
  functions: readonly (readonly [name: string, count: number])[],
): void {
  const { capi, wasm } = sqlite;
  let refusal = refusals.get(sqlite);
  if (refusal === undefined) {
    refusal = wasm.installFunction('v(pip)', (context: WasmPointer) => {
      capi.sqlite3_result_error(
        context,
        "values that don't follow from the data are not available: a replay has to give the same",
        -1,
      );
    });
    refusals.set(sqlite, refusal);
  }
  for (const [name, count] of functions) {
    const code = capi.sqlite3_create_function_v2(
      database,
      name,
      count,
      // Innocuous, so that a schema that isn't trusted may call it and get its words. The declarations know UTF8 alone.
      (capi.SQLITE_UTF8 | capi.SQLITE_INNOCUOUS) as typeof capi.SQLITE_UTF8,
      0,
      refusal as never,
      0 as never,
      0 as never,
      0 as never,
    );
    database.checkRc(code);
  }
}
