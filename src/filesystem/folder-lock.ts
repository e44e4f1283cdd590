import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileSystemError } from './error-codes.js';

/** Keeps other processes off a folder while one is at work on it. */
export interface FolderLock {
  /** Lets others at the folder. */
  release(): void;
}

/**
 * Takes the lock that lies at `path`, so that two processes on one folder can't drop each other's work. That of a process
 * which has ended, killed or not, doesn't count. `folder` is what a person calls the place, `worker` who works there.
 *
 * @throws {MettleError} `filesystem/folder_locked` while another process has it, naming that process; what the system throws
 *   where the lock can't be written.
 */
export function lockFolder(path: string, folder: string, worker = 'agent'): FolderLock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const taken = (pid: number): Error =>
    fileSystemError(
      'folder_locked',
      `Another ${worker} is at work on ${folder} (process ${pid}). Wait until it has ended, or stop it.`,
    );
  const own = JSON.stringify({ ...processIdentity(process.pid), id: randomUUID() });
  const prepared = `${path}.${process.pid}`;
  writeFileSync(prepared, own, { mode: 0o600 });
  try {
    while (!created(prepared, path)) {
      const held = readText(path);
      if (held === null) continue;
      const holder = holderOf(held);
      if (holder !== null) throw taken(holder);
      removeStale(path, held, taken);
    }
  } finally {
    rmSync(prepared, { force: true });
  }
  return {
    release: () => {
      if (readText(path) === own) rmSync(path, { force: true });
    },
  };
}

/** A complete lock appears at once, or not at all; a file system without hard links takes a copy. */
function created(prepared: string, path: string): boolean {
  try {
    linkSync(prepared, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP') return copied(prepared, path);
    throw error;
  }
}

function copied(prepared: string, path: string): boolean {
  try {
    copyFileSync(prepared, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose process has ended; one that was taken in this moment is put back. */
function removeStale(path: string, stale: string, taken: (pid: number) => Error): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const found = readText(aside);
  if (found !== stale && found !== null) {
    created(aside, path);
    rmSync(aside, { force: true });
    throw taken(holderOf(found) ?? 0);
  }
  rmSync(aside, { force: true });
}

/** The process that holds a lock; null when it has ended, or when there is none to be read. */
function holderOf(lock: string): number | null {
  let held: { pid?: unknown; startedAt?: unknown };
  try {
    held = JSON.parse(lock) as typeof held;
  } catch {
    return null;
  }
  if (held === null || !Number.isSafeInteger(held.pid) || Number(held.pid) <= 0) return null;
  const pid = Number(held.pid);
  return isRunning({ pid, startedAt: (held.startedAt ?? null) as string | null }) ? pid : null;
}

/** Whether a process lives, and is no later one with the same number. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return processIdentity(pid).startedAt === startedAt;
}

/** A process of this machine, told from an earlier one with the same number by when it started, where the system says it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Null where the system doesn't say it. */
  readonly startedAt: string | null;
}

/** Who a process is. */
export function processIdentity(pid: number): ProcessIdentity {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat === null ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, startedAt: fields[19] ?? null };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A process that ends while /proc is read gives ESRCH.
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
