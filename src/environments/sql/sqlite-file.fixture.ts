import { writeFile } from 'node:fs/promises';
import { loadSqlite } from './sqlite-library.js';

/** The bytes of an SQLite file that these statements make. */
export async function sqliteBytes(sql: string): Promise<Uint8Array> {
  const sqlite = await loadSqlite();
  const database = new sqlite.oo1.DB(':memory:');
  try {
    database.exec(sql);
    return sqlite.capi.sqlite3_js_db_export(database);
  } finally {
    database.close();
  }
}

/** Writes an SQLite file. */
export async function writeSqliteFile(path: string, sql: string): Promise<void> {
  await writeFile(path, await sqliteBytes(sql));
}
