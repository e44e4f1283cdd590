import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { contentHash } from '../../core/index.js';
import { pathError, show } from '../errors.js';
import { inDirectory } from '../pinned-directory.js';
import { type HostSide, readHostSide } from './host-side.js';
import { moveFile, moveFileIntoGap, saveFile } from './move-file.js';
import type { CommitOperation } from './operations.js';
import type { TransactionFolder } from './transaction-folder.js';

/** Where steps happen. */
export interface CommitPlace {
  /** Real path of the host folder. */
  readonly root: string;
  readonly folder: TransactionFolder;
}

/**
 * Makes sure that the host still has what a step expects.
 *
 * @throws {MettleError} `filesystem/host_changed` when it has something else.
 */
export function checkBefore(place: CommitPlace, { kind, path, before }: CommitOperation): void {
  const expected = kind === 'mkdir' || kind === 'create' ? null : before;
  if (!isSame(readHostSide(place.root, path.split('/')), expected)) throw hostChanged([path]);
}

/** Takes one step. */
export function applyOperation(place: CommitPlace, { kind, path, after, slot }: CommitOperation): void {
  atPath(place, path, (target) => {
    if (kind === 'rmdir') rmdirSync(target);
    else if (kind === 'mkdir') {
      mkdirSync(target, { mode: 0o700 });
      setDirectoryMode(target, modeOf(after));
    } else if (kind === 'chmod') setDirectoryMode(target, modeOf(after));
    else if (kind === 'create') moveFileIntoGap(place.folder.staged(slot), target);
    else if (kind === 'replace') moveFile(place.folder.staged(slot), target);
    else unlinkSync(target);
  });
}

/** Saves what a step is going to replace or remove, so that it can be undone. */
export function saveForOperation(place: CommitPlace, { kind, path, before, slot }: CommitOperation): void {
  if ((kind !== 'replace' && kind !== 'unlink') || before?.kind !== 'file') return;
  atPath(place, path, (target) => saveFile(target, place.folder.saved(slot)));
}

/**
 * Undoes one step, if it was taken, whatever else was done or not: undoing twice, or a step never taken, changes
 * nothing. Returns false when someone else changed the path meanwhile, which is then left alone.
 */
export function undoOperation(place: CommitPlace, operation: CommitOperation): boolean {
  const { kind, path, before, after, slot } = operation;
  const now = readHostSide(place.root, path.split('/'));
  if (isSame(now, kind === 'mkdir' || kind === 'create' ? null : before)) return true;
  const taken = kind === 'rmdir' || kind === 'unlink' ? null : after;
  const isHalfMade = kind === 'mkdir' && now?.kind === 'directory';
  if (!isSame(now, taken) && !isHalfMade) return false;
  atPath(place, path, (target) => {
    if (kind === 'create') unlinkSync(target);
    else if (kind === 'mkdir') rmdirSync(target);
    else if (kind === 'chmod') setDirectoryMode(target, modeOf(before));
    else if (kind === 'rmdir') {
      mkdirSync(target, { mode: 0o700 });
      setDirectoryMode(target, modeOf(before));
    } else if (before?.kind === 'link') symlinkSync(before.target, target);
    else if (kind === 'replace') moveFile(place.folder.saved(slot), target);
    else moveFileIntoGap(place.folder.saved(slot), target);
  });
  return true;
}

function atPath(place: CommitPlace, path: string, use: (target: string) => void): void {
  const names = path.split('/');
  const done = inDirectory(place.root, names.slice(0, -1), (pathOf) => {
    use(pathOf(names.at(-1) ?? ''));
    return true;
  });
  if (done === undefined) throw hostChanged([path]);
}

function setDirectoryMode(path: string, mode: number): void {
  if (constants.O_DIRECTORY === undefined) {
    chmodSync(path, mode);
    return;
  }
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

function modeOf(side: HostSide | null): number {
  return side === null || side.kind === 'link' ? 0 : side.mode;
}

/** Whether two sides are the same thing with the same content. */
export function isSame(left: HostSide | null, right: HostSide | null): boolean {
  return contentHash(left) === contentHash(right);
}

/** The error for host paths that are not as they were reviewed. */
export function hostChanged(paths: readonly string[]): Error {
  const names = paths.slice(0, 5).map(show).join(', ');
  return pathError(
    'host_changed',
    'EBUSY',
    paths[0] ?? '',
    `The host folder changed underneath: ${names}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}. Nothing was committed; review again.`,
    { details: { paths: [...paths] } },
  );
}
