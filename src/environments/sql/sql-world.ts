import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage, MettleError } from '../../core/index.js';
import type { EpisodePython } from '../episode-python.js';
import type { Observation } from '../observation.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import type { SqlContent } from './sql-content.js';
import { openDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';
import { readSqlState } from './sql-state.js';
import { runSqlStatement } from './sql-statement.js';
import { sqlObservation } from './sql-tools.js';

/** What a {@link SqlWorld} is made from. */
export interface SqlWorldOptions {
  readonly sqlite: Sqlite3Static;
  readonly database: Database;
  readonly content: SqlContent;
  readonly limits: SqlLimits;
  /** The facts that `database` holds. */
  readonly state: WorldState;
  /** The namespace of the tool `python`, where it is offered. */
  readonly python: EpisodePython | undefined;
}

/** A database of its own, the tools on it, and a Python namespace of its own. */
export class SqlWorld implements WorldBody {
  readonly #options: SqlWorldOptions;
  #state: WorldState;
  /** Tables that the call now running may write, in lower case. */
  readonly #writtenTables = new Set<string>();

  constructor(options: SqlWorldOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  async run({ tool, arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    if (tool === 'python') return this.#runPython(String(argumentValues.code), signal);
    return this.#runSql(String(argumentValues.sql), tool === 'sql_execute' ? 'write' : 'read');
  }

  state(): WorldState {
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    const { sqlite, database, limits, python } = this.#options;
    const image = sqlite.capi.sqlite3_js_db_export(database);
    return new SqlWorld({
      ...this.#options,
      database: openDatabaseImage(sqlite, image, limits),
      state: this.#state,
      python: python?.fork(),
    });
  }

  async close(): Promise<void> {
    this.#options.database.close();
    await this.#options.python?.close();
  }

  #runPython(code: string, signal: AbortSignal | undefined): Promise<Observation> {
    const { python } = this.#options;
    if (python === undefined) throw new Error('This world offers Python without a sandbox.');
    return python.run(code, signal);
  }

  #runSql(sql: string, access: 'read' | 'write'): Observation {
    const { sqlite, database, limits } = this.#options;
    const rowsChanged = sqlite.capi.sqlite3_total_changes(database);
    this.#writtenTables.clear();
    const onWrite = (table: string): void => {
      this.#writtenTables.add(table.toLowerCase());
    };
    try {
      return sqlObservation(runSqlStatement({ sqlite, database, sql, access, limits, onWrite }));
    } catch (error) {
      throw new MettleError({
        code: 'environments/world_broken',
        message: `SQLite failed outside the statement: ${errorMessage(error)}. Open a new world.`,
        cause: error,
      });
    } finally {
      if (sqlite.capi.sqlite3_total_changes(database) !== rowsChanged) this.#readState();
    }
  }

  #readState(): void {
    const { sqlite, database, content } = this.#options;
    this.#state = readSqlState(sqlite, database, content, this.#state, this.#writtenTables);
  }
}
