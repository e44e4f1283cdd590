import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';

/** The bytes of a file that a database starts from, and their SHA-256. */
export interface DatabaseFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/**
 * Reads a file that a database starts from.
 * @param sha256 - what its SHA-256 has to be; absent for any.
 * @throws {MettleError} `environments/invalid_sql_content` for what is no file, can't be read or has another SHA-256;
 *   `environments/too_large`.
 */
export async function readDatabaseFile(
  path: string,
  { sha256, maxBytes }: { readonly sha256: string | undefined; readonly maxBytes: number },
): Promise<DatabaseFile> {
  await checkFile(path, maxBytes);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, errorMessage(error), error);
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== undefined && found !== sha256) {
    throw unreadable(
      path,
      `its SHA-256 is ${found}, not ${sha256}. It is another file, or it has changed since; name the one that was meant`,
    );
  }
  return { bytes, sha256: found };
}

async function checkFile(path: string, maxBytes: number): Promise<void> {
  const status = await stat(path).catch((error: unknown) => {
    throw unreadable(path, errorMessage(error), error);
  });
  if (!status.isFile()) throw unreadable(path, 'it is no file');
  if (status.size > maxBytes) {
    throw environmentError(
      'too_large',
      `The database ${path} has ${status.size} bytes; at most ${maxBytes} are read. Raise limits.maxDatabaseBytes, or make it smaller.`,
    );
  }
  // What is only in the log is not in the file.
  const log = await stat(`${path}-wal`).catch(() => null);
  if (log !== null && log.size > 0) {
    throw unreadable(
      path,
      `${path}-wal holds changes that it lacks. Close the program that uses it, or run sqlite3 ${path} "PRAGMA wal_checkpoint(TRUNCATE)"`,
    );
  }
}

function unreadable(path: string, why: string, cause?: unknown): MettleError {
  return environmentError('invalid_sql_content', `The database ${path} can't be used: ${why}.`, { cause });
}
