/** The functions that a WebAssembly module is given, by module and name. */
export type WasmImports = Record<string, Record<string, unknown>>;

/** What every clock of SQLite says, in milliseconds: as in the other worlds, 2000-01-01T00:00:00Z. */
const NOW = Date.UTC(2000, 0, 1);

/**
 * Stops the clock that SQLite's WebAssembly module is given, and puts it in UTC: `CURRENT_TIMESTAMP` and
 * `datetime('now', 'localtime')` answer the same on every machine, also in defaults, views and triggers.
 *
 * @param memory - the module's memory, once it is instantiated.
 */
export function freezeSqliteClock(imports: WasmImports, memory: () => ArrayBufferLike): void {
  const { env } = imports;
  if (env?.emscripten_date_now === undefined || env._localtime_js === undefined) {
    throw new Error('this version of @sqlite.org/sqlite-wasm has a clock that can not be stopped');
  }
  env.emscripten_date_now = () => NOW;
  env._localtime_js = (seconds: number | bigint, tm: number) => {
    const date = new Date(Number(seconds) * 1000);
    const day = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);
    // C's struct tm: the year counts from 1900; the last two are daylight saving time and the offset from UTC.
    const fields = [
      date.getUTCSeconds(),
      date.getUTCMinutes(),
      date.getUTCHours(),
      date.getUTCDate(),
      date.getUTCMonth(),
      date.getUTCFullYear() - 1900,
      date.getUTCDay(),
      day,
      0,
      0,
    ];
    new Int32Array(memory(), tm, fields.length).set(fields);
  };
}
