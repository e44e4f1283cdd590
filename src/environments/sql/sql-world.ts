import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../core/internal.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { EpisodePython } from '../episode-python.js';
import { environmentError } from '../error-codes.js';
import type { OverlayState } from '../overlay-state.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { forgetUse, noteUse, type Parkable } from './open-databases.js';
import { openDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';
import type { SqlReader } from './sql-reader.js';
import { readTouchedRows, readTouchedTables } from './sql-state.js';
import { runSqlStatement } from './sql-statement.js';
import type { SqlTableShape } from './sql-tables.js';
import { sqlObservation } from './sql-tools.js';
import { watchTouchedRows } from './sql-touched-rows.js';

/** What all worlds of one environment share. */
export interface SqlWorldSource {
  readonly sqlite: Sqlite3Static;
  /** The database that worlds begin with. */
  readonly reader: SqlReader;
  readonly shapes: readonly SqlTableShape[];
  /** {@link SqlWorldSource.shapes} by name in lower case. */
  readonly shapesByName: ReadonlyMap<string, SqlTableShape>;
  /** Tables and views, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly limits: SqlLimits;
  readonly writable: boolean;
}

/** How a {@link SqlWorld} begins. */
export interface SqlWorldStart {
  /** The database as SQLite's file bytes, which nobody changes. */
  readonly image: Uint8Array;
  /** The facts that it holds. */
  readonly state: OverlayState;
  /** The namespace of the tool `python`, where it is offered. */
  readonly python: EpisodePython | undefined;
}

/**
 * A database of its own, the tools on it, and a Python namespace of its own. The database is opened when it is first written:
 * until then a world, and so a branch or a snapshot, is no more than the bytes that it shares with others. So it is again
 * when many others have been used since.
 */
export class SqlWorld implements WorldBody, Parkable {
  readonly #source: SqlWorldSource;
  readonly #python: EpisodePython | undefined;
  #database: Database | undefined;
  /** The database's bytes; absent after it was written to. */
  #image: Uint8Array | undefined;
  /** Bytes of the database when they were last seen. */
  #size: number;
  #state: OverlayState;

  constructor(source: SqlWorldSource, { image, state, python }: SqlWorldStart) {
    this.#source = source;
    this.#image = image;
    this.#size = image.byteLength;
    this.#state = state;
    this.#python = python;
  }

  async run({ tool, arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    if (tool === 'python') return this.#runPython(String(argumentValues.code), signal);
    return this.#runSql(String(argumentValues.sql), tool === 'sql_execute' ? 'write' : 'read');
  }

  state(): WorldState {
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    const image = this.#bytes();
    const python = await this.#python?.fork();
    return new SqlWorld(this.#source, { image, state: this.#state, python });
  }

  park(): void {
    this.#image = this.#bytes();
    this.#database?.close();
    this.#database = undefined;
  }

  async close(): Promise<void> {
    forgetUse(this);
    try {
      this.#database?.close();
    } finally {
      await this.#python?.close();
    }
  }

  #bytes(): Uint8Array {
    if (this.#image === undefined) {
      if (this.#database === undefined) throw new Error('This world has lost its database.');
      this.#image = this.#source.sqlite.capi.sqlite3_js_db_export(this.#database);
    }
    this.#size = this.#image.byteLength;
    return this.#image;
  }

  #open(): Database {
    const { sqlite, limits, writable } = this.#source;
    noteUse(this, this.#size);
    this.#database ??= openDatabaseImage(sqlite, this.#bytes(), limits, writable);
    return this.#database;
  }

  #runPython(code: string, signal: AbortSignal | undefined): Promise<Observation> {
    if (this.#python === undefined) throw new Error('This world offers Python without a sandbox.');
    return this.#python.run(code, signal);
  }

  #runSql(sql: string, access: 'read' | 'write'): Observation {
    try {
      return access === 'read' ? this.#read(sql) : this.#write(sql);
    } catch (error) {
      if (this.#isAsBegun()) this.#source.reader.close();
      throw environmentError(
        'world_broken',
        `SQLite failed outside the statement: ${errorMessage(error)}. Open a new world.`,
        { cause: error },
      );
    }
  }

  /** Whether nothing was written, so that the database that all worlds begin with answers the same. */
  #isAsBegun(): boolean {
    return this.#database === undefined && this.#image === this.#source.reader.image;
  }

  #read(sql: string): Observation {
    const { sqlite, limits, names, reader } = this.#source;
    const onWrite = (): void => undefined;
    const database = this.#isAsBegun() ? reader.open() : this.#open();
    return sqlObservation(
      runSqlStatement({ sqlite, database, sql, access: 'read', limits, tables: names, onWrite }),
    );
  }

  #write(sql: string): Observation {
    const { sqlite, limits, shapes, shapesByName, names } = this.#source;
    const database = this.#open();
    const writtenTables = new Set<string>();
    const onWrite = (table: string): void => {
      writtenTables.add(table.toLowerCase());
    };
    const changesBefore = sqlite.capi.sqlite3_total_changes(database);
    const { result, rows, tookLastNumber } = watchTouchedRows(sqlite, database, shapesByName, () =>
      runSqlStatement({ sqlite, database, sql, access: 'write', limits, tables: names, onWrite }),
    );
    // A statement that changes no row may still use up numbers of AUTOINCREMENT.
    if (writtenTables.size > 0) this.#image = undefined;
    if (sqlite.capi.sqlite3_total_changes(database) !== changesBefore) {
      // What a failing statement noted may have been undone, or not.
      this.#state =
        rows !== null && result.ok
          ? readTouchedRows(sqlite, database, this.#state, rows, limits)
          : readTouchedTables(sqlite, database, shapes, this.#state, writtenTables, limits);
    }
    const refusal = 'the row number 9223372036854775807 is not available: the next one would be random';
    return tookLastNumber ? failedObservation('not_allowed', refusal) : sqlObservation(result);
  }
}
