import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage, startOf } from '../core/internal.js';
import { errnoOf } from './errno.js';
import { pathError, show } from './errors.js';

/**
 * Writes a host file so that a reader, and whoever comes after a crash, finds either the old content or the new
 * one, whole: under a temporary name beside it, flushed to the disk, then renamed. Permission bits of a file that
 * is replaced are kept.
 *
 * @param hostPath - the file; its directory must exist.
 * @param data - the whole content; a string is written as UTF-8.
 * @throws {MettleError} `filesystem/host_write_failed`, with the host's reason in one line and its POSIX name in
 *   `details.errno`; the old file is untouched and nothing is left beside it.
 */
export async function writeFileAtomically(hostPath: string, data: string | Uint8Array): Promise<void> {
  await using file = await openAtomicFile(hostPath);
  await file.write(data);
  await file.commit();
}

/** A file that is written in parts and is there once it is whole. Disposed before, it leaves nothing, or what it resumes from. */
export interface AtomicFile extends AsyncDisposable {
  /** Adds to the end. */
  write(data: string | Uint8Array): Promise<void>;
  /** Flushes what was written so far to the disk; gives its size in bytes. */
  flush(): Promise<number>;
  /** Puts the file in its place. */
  commit(): Promise<void>;
}

/** Characters that are gathered before they are written. */
const WRITTEN_AT_ONCE = 2 ** 18;

/** Where {@link openAtomicFile} writes until the file is whole. */
export interface UnfinishedFile {
  /** Beside the file. It stays there when the writing stops. */
  readonly path: string;
  /** Bytes of it that are kept; the rest was written after the last flush. */
  readonly keptBytes: number;
}

/**
 * Begins to write a file as {@link writeFileAtomically} does, for contents that don't fit into memory.
 * @param unfinished - for work that can be resumed. Default: a temporary name.
 * @throws {MettleError} `filesystem/host_write_failed`, here and from its methods.
 */
export async function openAtomicFile(hostPath: string, unfinished?: UnfinishedFile): Promise<AtomicFile> {
  const temporary =
    unfinished?.path ??
    join(dirname(hostPath), `.${startOf(basename(hostPath), 60)}.${randomBytes(6).toString('hex')}.tmp`);
  let handle: FileHandle | undefined;
  let isThere = false;
  const orFailed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw hostWriteFailed(hostPath, error);
    }
  };
  const mode = await orFailed(async () => {
    const kept = await modeToKeep(hostPath);
    handle = unfinished === undefined ? await open(temporary, 'wx', 0o666) : await openUnfinished(unfinished);
    isThere = true;
    return kept;
  });
  let waiting = '';
  /** Many texts are written at once: a line alone is a small write. */
  const writeWaiting = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    if (text !== '') await handle?.writeFile(text);
  };
  return {
    write: (data) =>
      orFailed(async () => {
        if (typeof data === 'string') waiting += data;
        if (typeof data !== 'string' || waiting.length >= WRITTEN_AT_ONCE) await writeWaiting();
        if (typeof data !== 'string') await handle?.writeFile(data);
      }),
    flush: () =>
      orFailed(async () => {
        await writeWaiting();
        await handle?.datasync();
        return (await handle?.stat())?.size ?? 0;
      }),
    commit: () =>
      orFailed(async () => {
        await writeWaiting();
        if (mode !== undefined) await handle?.chmod(mode);
        await handle?.sync();
        await handle?.close();
        handle = undefined;
        await rename(temporary, hostPath);
        isThere = false;
        await flushDirectory(dirname(hostPath));
      }),
    [Symbol.asyncDispose]: async () => {
      await handle?.close().catch(() => undefined);
      handle = undefined;
      if (isThere && unfinished === undefined) await rm(temporary, { force: true }).catch(() => undefined);
      isThere = false;
    },
  };
}

/** Opens what work goes on with. Whoever else may write in that folder could have put a link in its place: none is followed. */
async function openUnfinished({ path, keptBytes }: UnfinishedFile): Promise<FileHandle> {
  if (keptBytes === 0) {
    await rm(path, { force: true });
    return open(path, 'wx', 0o666);
  }
  const { O_WRONLY, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.nlink > 1) {
      throw Object.assign(new Error('it is not a file of its own'), { code: 'EINVAL', errno: -1 });
    }
    await handle.truncate(keptBytes);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function modeToKeep(hostPath: string): Promise<number | undefined> {
  try {
    const found = await stat(hostPath);
    if (!found.isFile()) {
      const what = found.isDirectory() ? 'a directory' : 'a device, pipe or socket';
      throw Object.assign(new Error(`it is ${what}`), {
        code: found.isDirectory() ? 'EISDIR' : 'EINVAL',
        errno: -1,
      });
    }
    return found.mode & 0o7777;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function flushDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r').catch(() => undefined);
  if (directory === undefined) return;
  try {
    await directory.sync();
  } catch (error) {
    if (errnoOf(error) !== 'EINVAL') throw error;
  } finally {
    await directory.close();
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'the directory does not exist; create it first',
  ENOTDIR: 'something on the way to it is a file, not a directory',
  EISDIR: 'it is a directory; give a file name',
  EINVAL: 'it is not a regular file; give another name',
  ELOOP: 'it is a link; remove it',
  EACCES: 'permission denied; choose another place or change its permissions',
  EPERM: 'the host does not permit it; choose another place',
  EROFS: 'the file system is read-only; choose another place',
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  ENAMETOOLONG: 'the name is too long',
};

/** The error for a host path that could not be written. */
export function hostWriteFailed(hostPath: string, error: unknown): Error {
  const errno = errnoOf(error) ?? 'EIO';
  return pathError(
    'host_write_failed',
    errno,
    hostPath,
    `Cannot write ${show(hostPath)}: ${ADVICE[errno] ?? errorMessage(error)}${errno === 'EIO' ? '' : ` (${errno})`}.`,
    { cause: error },
  );
}
