import { isJsonObject, type Json, MettleError, type Steps } from '../../core/index.js';
import { atOnce } from '../../core/internal.js';
import { pathError } from '../errors.js';
import { pathKey, pathNames } from '../tree-path.js';
import { undoOperation } from './apply-operation.js';
import type { HostSide } from './host-side.js';
import type { CommitOperation } from './operations.js';
import { resolveHostFolder } from './review.js';
import { TransactionFolder } from './transaction-folder.js';

/** What {@link recoverCommit} found. */
export interface RecoveredCommits {
  /** Commits that were undone, or cleared away because they had changed nothing yet. */
  readonly undone: number;
  /** Paths that someone else changed after the interruption; they were left alone. */
  readonly leftAlone: readonly string[];
  /** Host folders in which, for that reason, what those commits had saved is kept. */
  readonly savedIn: readonly string[];
}

/**
 * Undoes what an interrupted commit (killed, power lost) has left in a host folder: afterwards the folder is as it was
 * before that commit. Where nothing was interrupted it changes nothing. Call it when no commit to the folder is running.
 *
 * @throws {MettleError} `filesystem/invalid_commit_journal` when what lies there was not left by a commit;
 *   `filesystem/invalid_base` when there is no such folder.
 */
export function recoverCommit(hostDir: string): RecoveredCommits {
  const root = resolveHostFolder(hostDir);
  const leftAlone: string[] = [];
  const savedIn: string[] = [];
  const folders = TransactionFolder.leftIn(root);
  for (const folder of folders) {
    const journal = folder.readJournal();
    if (journal === undefined) throw invalidJournal(folder);
    const operations = journal.map((entry) => readOperation(entry, folder));
    const left = atOnce(undoAll({ root, folder }, operations));
    leftAlone.push(...left);
    if (left.length === 0) folder.removeSync();
    else savedIn.push(folder.setAside());
  }
  return { undone: folders.length, leftAlone, savedIn };
}

/** Undoes steps, the last first; returns the paths that had to be left alone. */
export function* undoAll(
  place: { readonly root: string; readonly folder: TransactionFolder },
  operations: readonly CommitOperation[],
): Steps<readonly string[]> {
  const leftAlone: string[] = [];
  for (const operation of operations.toReversed()) {
    yield;
    try {
      if (!undoOperation(place, operation)) leftAlone.push(operation.path);
    } catch (error) {
      if (!MettleError.isInstance(error) && !(error instanceof Error && 'code' in error)) throw error;
      leftAlone.push(operation.path);
    }
  }
  return leftAlone;
}

const KINDS: ReadonlySet<string> = new Set(['unlink', 'rmdir', 'mkdir', 'create', 'replace', 'chmod']);

function readOperation(value: Json, folder: TransactionFolder): CommitOperation {
  if (!isJsonObject(value)) throw invalidJournal(folder);
  const { kind, path, slot } = value;
  const isPlain =
    typeof path === 'string' && path !== '' && !path.includes('\0') && pathKey(pathNames(path)) === path;
  if (typeof kind !== 'string' || !KINDS.has(kind) || !isPlain || !Number.isSafeInteger(slot)) {
    throw invalidJournal(folder);
  }
  return {
    kind: kind as CommitOperation['kind'],
    path,
    slot: Number(slot),
    before: readSide(value.before, folder),
    after: readSide(value.after, folder),
  };
}

function readSide(value: Json | undefined, folder: TransactionFolder): HostSide | null {
  if (value === null) return null;
  if (value === undefined || !isJsonObject(value)) throw invalidJournal(folder);
  const { kind, mode, size, sha256, target } = value;
  if (kind === 'link' && typeof target === 'string') return { kind, target };
  const isMode = typeof mode === 'number' && Number.isInteger(mode) && mode >= 0 && mode <= 0o777;
  if (kind === 'directory' && isMode) return { kind, mode };
  if (kind === 'file' && isMode && typeof size === 'number' && typeof sha256 === 'string') {
    return { kind, mode, size, sha256 };
  }
  throw invalidJournal(folder);
}

function invalidJournal(folder: TransactionFolder): Error {
  return pathError(
    'invalid_commit_journal',
    'EINVAL',
    folder.path,
    `The folder ${folder.path} was not left by a commit. Look at it, and remove it by hand.`,
  );
}
