import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { forgetUse, noteUse, type Parkable } from './open-databases.js';
import { openDatabaseImage } from './sql-database.js';
import type { SqlLimits } from './sql-limits.js';

/**
 * The database that every world of an environment begins with, open for reading. Worlds that have written nothing share it: most
 * only read, and opening a database takes longer than most queries.
 */
export class SqlReader implements Parkable {
  /** SQLite's file bytes, which nobody changes. */
  readonly image: Uint8Array;
  readonly #sqlite: Sqlite3Static;
  readonly #limits: SqlLimits;
  #database: Database | undefined;

  constructor(sqlite: Sqlite3Static, image: Uint8Array, limits: SqlLimits) {
    this.#sqlite = sqlite;
    this.image = image;
    this.#limits = limits;
  }

  /** The database, opened if it isn't. */
  open(): Database {
    noteUse(this, this.image.byteLength);
    this.#database ??= openDatabaseImage(this.#sqlite, this.image, this.#limits, false);
    return this.#database;
  }

  park(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  /** Closes the database. The next {@link SqlReader.open} opens it again. */
  close(): void {
    forgetUse(this);
    this.park();
  }
}
