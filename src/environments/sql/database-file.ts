import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import { type DatabaseFolder, readDatabaseFolder } from './folder/folder-files.js';

/** What a database starts from: the bytes of a file, or the files of a folder; and their SHA-256. */
export interface DatabaseFile {
  readonly source: Uint8Array | DatabaseFolder;
  readonly sha256: string;
}

/**
 * Reads a file or a folder that a database starts from.
 * @param sha256 - what its SHA-256 has to be; absent for any.
 * @throws {MettleError} `environments/invalid_sql_content` for what is no file, can't be read or has another SHA-256;
 *   `environments/too_large`.
 */
export async function readDatabaseFile(
  path: string,
  { sha256, maxBytes }: { readonly sha256: string | undefined; readonly maxBytes: number },
): Promise<DatabaseFile> {
  const file = (await isFolder(path)) ? await folderAt(path, maxBytes) : await fileAt(path, maxBytes);
  if (sha256 !== undefined && file.sha256 !== sha256) {
    throw unreadable(
      path,
      `its SHA-256 is ${file.sha256}, not ${sha256}. It is another one, or it has changed since; name the one that was meant`,
    );
  }
  return file;
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch((error: unknown) => {
    throw unreadable(path, errorMessage(error), error);
  });
  return status.isDirectory();
}

async function folderAt(path: string, maxBytes: number): Promise<DatabaseFile> {
  try {
    const source = await readDatabaseFolder(path, maxBytes);
    return { source, sha256: source.sha256 };
  } catch (error) {
    if (MettleError.isInstance(error) && error.code === 'environments/too_large') throw error;
    throw unreadable(path, errorMessage(error), error);
  }
}

async function fileAt(path: string, maxBytes: number): Promise<DatabaseFile> {
  await checkFile(path, maxBytes);
  const source = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, errorMessage(error), error);
  });
  return { source, sha256: createHash('sha256').update(source).digest('hex') };
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
  // What is only in the log is not in the file; what a journal would take back is still in it.
  if ((await bytesAt(`${path}-wal`)) > 0) {
    throw unreadable(
      path,
      `${path}-wal holds changes that it lacks. Close the program that uses it, or run sqlite3 ${path} "PRAGMA wal_checkpoint(TRUNCATE)"`,
    );
  }
  if ((await bytesAt(`${path}-journal`)) > 0 && (await isHot(`${path}-journal`))) {
    throw unreadable(
      path,
      `${path}-journal takes back changes that it has. Close the program that uses it, or open it once: sqlite3 ${path} .tables`,
    );
  }
}

async function bytesAt(path: string): Promise<number> {
  const status = await stat(path).catch(() => null);
  return status?.size ?? 0;
}

/** Whether a journal is not done with (https://sqlite.org/fileformat2.html#the_rollback_journal): then its header is not zero. */
async function isHot(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead).some((byte) => byte !== 0);
  } finally {
    await file.close();
  }
}

function unreadable(path: string, why: string, cause?: unknown): MettleError {
  return environmentError(
    'invalid_sql_content',
    `The database ${path} can't be used: ${why.replace(/\.$/, '')}.`,
    {
      cause,
    },
  );
}
