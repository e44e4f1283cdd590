import { chownSync, closeSync, fchmodSync, fsyncSync, lstatSync, openSync, writeSync } from 'node:fs';
import { MettleError, type ProgressListener, type Steps } from '../../core/index.js';
import { errorMessage, inTurns } from '../../core/internal.js';
import { errnoOf } from '../errno.js';
import { pathError, show } from '../errors.js';
import { inDirectory } from '../pinned-directory.js';
import type { TreeView } from '../tree-view.js';
import { hostWriteFailed } from '../write-file-atomically.js';
import {
  applyOperation,
  type CommitPlace,
  checkBefore,
  hostChanged,
  isSame,
  saveForOperation,
} from './apply-operation.js';
import { type HostSide, readHostSide } from './host-side.js';
import { type CommitOperation, operationsOf } from './operations.js';
import { undoAll } from './recover-commit.js';
import { type CommitReview, type ReviewInput, reviewChanges } from './review.js';
import { flushDirectory, TransactionFolder } from './transaction-folder.js';

/** How a commit is made. */
export interface CommitOptions {
  /** What was reviewed. Exactly that is applied. */
  readonly expect: CommitReview;
  /** Overwrites also what someone else changed on the host after the tree had (the review's `stale`). Default false. */
  readonly acceptStale?: boolean;
  /** Told after each step. */
  readonly onProgress?: ProgressListener;
}

/** What a commit did; paths sorted, without a slash in front. */
export interface CommitResult {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly madeDirectories: readonly string[];
  readonly removedDirectories: readonly string[];
  readonly skipped: readonly string[];
  readonly kept: readonly string[];
}

/** Applies the changes from `origin` to `now` to a host folder, all of them or none. */
export async function commitChanges(
  input: ReviewInput,
  name: string,
  options: CommitOptions,
): Promise<CommitResult> {
  const { leaves, outcome } = await inTurns(commitSteps(input, name, options));
  if (leaves !== null) await clear(leaves);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** How a commit ended, and what it leaves to be taken away. */
interface CommitEnd {
  readonly leaves: CommitPlace | null;
  readonly outcome: { readonly result: CommitResult } | { readonly error: unknown };
}

function* commitSteps(input: ReviewInput, name: string, options: CommitOptions): Steps<CommitEnd> {
  if (!Array.isArray((options as Partial<CommitOptions> | undefined)?.expect?.entries))
    throw noReview(input.root);
  const review = yield* reviewChanges({ ...input, paths: options.expect.paths });
  yield* checkExpected(input.root, review, options);
  yield;
  const result = summarise(review);
  if (review.entries.length === 0) return { leaves: null, outcome: { result } };
  if (TransactionFolder.leftIn(input.root).length > 0) throw inProgress(input.root);
  yield;
  const operations = operationsOf(review.entries);
  yield;
  const place = { root: input.root, folder: makeFolder(input.root, name) };
  const progress = (stage: string, done: number, note: string): void =>
    options.onProgress?.({ stage, done, total: operations.length, note });
  let begun = 0;
  try {
    for (const [index, operation] of operations.entries()) {
      yield;
      stage(place, operation, input.now.view);
      progress('prepare', index + 1, operation.path);
    }
    yield* place.folder.writeJournal(operations);
    for (const [index, operation] of operations.entries()) {
      yield;
      checkBefore(place, operation);
      begun = index + 1;
      applyOperation(place, operation);
      progress('commit', index + 1, operation.path);
    }
    yield* flush(place, operations);
    place.folder.finish();
  } catch (error) {
    return yield* undo(place, operations.slice(0, begun), error);
  }
  return { leaves: place, outcome: { result } };
}

function* checkExpected(
  root: string,
  review: CommitReview,
  { expect, acceptStale }: CommitOptions,
): Steps<void> {
  const expected = new Map(expect.entries.map((entry) => [entry.path, entry]));
  yield;
  const actual = new Map(review.entries.map((entry) => [entry.path, entry]));
  yield;
  const hosts: string[] = [];
  const trees: string[] = [];
  for (const path of new Set([...expected.keys(), ...actual.keys()])) {
    yield;
    const [left, right] = [expected.get(path), actual.get(path)];
    if (left === undefined || right === undefined) {
      trees.push(path);
      if (left !== undefined && !isSame(readHostSide(root, path.split('/')), left.before)) hosts.push(path);
      continue;
    }
    if (!isSame(left.before, right.before)) hosts.push(path);
    if (!isSame(left.after, right.after)) trees.push(path);
  }
  if (hosts.length > 0) throw hostChanged(hosts.sort());
  if (trees.length > 0) throw notReviewed(trees.sort());
  if (review.stale.length > 0 && acceptStale !== true) throw hostChanged(review.stale);
}

function makeFolder(root: string, name: string): TransactionFolder {
  try {
    return TransactionFolder.create(root, name);
  } catch (error) {
    throw hostWriteFailed(root, error);
  }
}

/** Writes a step's new content beside the folder's own files, and saves what it replaces. */
function stage(place: CommitPlace, operation: CommitOperation, view: TreeView): void {
  const { kind, path, before, after, slot } = operation;
  const names = path.split('/');
  if (kind !== 'chmod' && before !== null && !isSame(readHostSide(place.root, names), before))
    throw hostChanged([path]);
  saveForOperation(place, operation);
  if ((kind !== 'create' && kind !== 'replace') || after?.kind !== 'file') return;
  const staged = place.folder.staged(slot);
  const descriptor = openSync(staged, 'wx', 0o600);
  try {
    const bytes = view.read(names);
    for (let written = 0; written < bytes.byteLength; ) {
      written += writeSync(descriptor, bytes, written, bytes.byteLength - written);
    }
    fchmodSync(descriptor, after.mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (kind === 'replace') keepOwner(place, names, staged);
}

/** Where this process may, the new file belongs to whom the old one did. */
function keepOwner(place: CommitPlace, names: readonly string[], staged: string): void {
  const name = names.at(-1) ?? '';
  const old = inDirectory(place.root, names.slice(0, -1), (pathOf) => lstatSync(pathOf(name)));
  const made = lstatSync(staged);
  if (old === undefined || (old.uid === made.uid && old.gid === made.gid)) return;
  try {
    chownSync(staged, old.uid, old.gid);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error;
  }
}

/** Makes the renames last: flushes the directories in which something happened and that are still there. */
function* flush(place: CommitPlace, operations: readonly CommitOperation[]): Steps<void> {
  const parents = new Map(
    operations.map(({ path }) => {
      const names = path.split('/').slice(0, -1);
      return [names.join('/'), names] as const;
    }),
  );
  for (const names of parents.values()) {
    yield;
    try {
      inDirectory(place.root, names, (pathOf) => flushDirectory(pathOf('.')));
    } catch (error) {
      if (!MettleError.isInstance(error)) throw error;
    }
  }
}

/** Takes the commit's folder away; if the host does not let it, the commit is good all the same. */
async function clear(place: CommitPlace): Promise<void> {
  try {
    await place.folder.remove();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

function* undo(place: CommitPlace, begun: readonly CommitOperation[], cause: unknown): Steps<CommitEnd> {
  const leftAlone = yield* undoAll(place, begun);
  if (leftAlone.length > 0) {
    return { leaves: null, outcome: { error: incomplete(place, leftAlone, cause) } };
  }
  const isOfHost = !MettleError.isInstance(cause) && errnoOf(cause) !== undefined;
  return { leaves: place, outcome: { error: isOfHost ? hostWriteFailed(place.root, cause) : cause } };
}

function summarise({ entries, skipped, kept }: CommitReview): CommitResult {
  const isKind = (side: HostSide | null, kind: HostSide['kind']): boolean => side?.kind === kind;
  const paths = (wanted: (before: HostSide | null, after: HostSide | null) => boolean): readonly string[] =>
    entries.filter(({ before, after }) => wanted(before, after)).map(({ path }) => path);
  return {
    written: paths((_before, after) => isKind(after, 'file')),
    deleted: paths(
      (before, after) => before !== null && !isKind(before, 'directory') && !isKind(after, 'file'),
    ),
    madeDirectories: paths((before, after) => isKind(after, 'directory') && !isKind(before, 'directory')),
    removedDirectories: paths((before, after) => isKind(before, 'directory') && !isKind(after, 'directory')),
    skipped,
    kept,
  };
}

function noReview(root: string): Error {
  return pathError(
    'no_review',
    'EINVAL',
    root,
    'A commit applies exactly what was reviewed: pass { expect: await tree.review(hostDir) }. Nothing was committed.',
  );
}

function notReviewed(paths: readonly string[]): Error {
  const names = paths.slice(0, 5).map(show).join(', ');
  return pathError(
    'changed_since_review',
    'EINVAL',
    paths[0] ?? '',
    `The changes are not those that were reviewed: ${names}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}. Nothing was committed; review again.`,
    { details: { paths: [...paths] } },
  );
}

function inProgress(root: string): Error {
  return pathError(
    'commit_in_progress',
    'EBUSY',
    root,
    `Another commit to ${show(root)} is running, or was interrupted. If none is running, undo it with recoverCommit and try again.`,
  );
}

function incomplete(place: CommitPlace, paths: readonly string[], cause: unknown): Error {
  return pathError(
    'commit_incomplete',
    'EIO',
    place.root,
    `The commit failed (${errorMessage(cause)}) and could not be undone at ${paths.slice(0, 5).map(show).join(', ')}. What it replaced is saved in ${show(place.folder.path)}.`,
    { cause, details: { paths: [...paths] } },
  );
}
