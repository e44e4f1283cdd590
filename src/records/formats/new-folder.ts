import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { startOf } from '../../core/internal.js';
import { hostWriteFailed } from '../../filesystem/internal.js';
import { recordError } from '../error-codes.js';

/** A folder that is filled under another name, and is there once it's whole. Disposed before, it leaves nothing. */
export interface NewFolder extends AsyncDisposable {
  /** Where its files are written until then. */
  readonly path: string;
  /** Puts the folder in its place. */
  commit(): Promise<void>;
}

/**
 * Throws if something is at a path where a folder is to be.
 * @throws {MettleError} `records/output_exists`.
 */
export async function checkNothingThere(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found !== null) {
    throw recordError('output_exists', `${path} is there already. Name another folder, or remove it.`);
  }
}

/**
 * Begins a folder.
 * @throws {MettleError} `records/output_exists`, also from `commit`; `filesystem/host_write_failed`.
 */
export async function openNewFolder(path: string): Promise<NewFolder> {
  await checkNothingThere(path);
  const temporary = join(
    dirname(path),
    `.${startOf(basename(path), 60)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  const orFailed = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => {
        throw hostWriteFailed(path, error);
      },
    );
  await orFailed(mkdir(temporary));
  let isPlaced = false;
  return {
    path: temporary,
    commit: async () => {
      await checkNothingThere(path);
      await orFailed(rename(temporary, path));
      isPlaced = true;
    },
    [Symbol.asyncDispose]: async () => {
      if (!isPlaced) await rm(temporary, { recursive: true, force: true });
    },
  };
}
