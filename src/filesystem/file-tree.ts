import { randomBytes } from 'node:crypto';
import type { Steps } from '../core/index.js';
import { defineOptions, option } from '../core/index.js';
import { inTurns } from '../core/internal.js';
import { FileTreeCheckpoint, foreignCheckpoint } from './checkpoint.js';
import { changesLeft, editorAfterCommit, stateAfterCommit } from './commit/after-commit.js';
import { type CommitOptions, type CommitResult, commitChanges } from './commit/commit.js';
import { type CommitReview, type ReviewInput, resolveHostFolder, reviewChanges } from './commit/review.js';
import { describeChanges, type FileTreeChanges, type FileTreeDiff, type TreeChange } from './diff.js';
import { type Change, differencesBetween } from './differences.js';
import { editInTurns, workInTurns } from './edit-in-turns.js';
import { notFork, unrelatedTree } from './errors.js';
import { type JournalEntry, journalEntries } from './journal.js';
import { UNLIMITED } from './limits.js';
import { type MergeOptions, mergeInto } from './merge.js';
import type { MergeResult } from './merge-outcome.js';
import { tracer } from './merge-renames.js';
import { type ApplyPatchResult, applyPatchTo } from './patch/apply-patch.js';
import { writePatch } from './patch/write-patch.js';
import type { Provenance } from './provenance.js';
import { stateWithDelta } from './restore.js';
import { NOTHING_SET_ASIDE, type SetAside, withSetAside, writeAside } from './set-aside.js';
import {
  type FileTreeDelta,
  type FileTreeSnapshot,
  type SnapshotOptions,
  takeDelta,
  takeSnapshot,
} from './snapshot.js';
import { TreeEditor } from './tree-editor.js';
import { TreeFiles } from './tree-files.js';
import { pathKey, pathNames } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import { zipTree } from './zip.js';

const checkSnapshotOptions = defineOptions<SnapshotOptions>()('FileTree.snapshot', {
  includeBase: option.boolean,
  maxBytes: option.number,
});

/** Keeps an operation to some of the changes. */
interface PathOptions {
  readonly paths?: readonly string[];
}

const PATHS = { paths: option.list(option.string) };
const checkFileTreePatchOptions = defineOptions<PathOptions>()('FileTree.patch', PATHS);
const checkFileTreeReviewOptions = defineOptions<PathOptions>()('FileTree.review', PATHS);

const checkMergeOptions = defineOptions<MergeOptions>()('FileTree.merge', {
  paths: option.list(option.string),
  force: option.boolean,
});

const checkCommitOptions = defineOptions<CommitOptions>()('FileTree.commit', {
  expect: option.any,
  acceptStale: option.boolean,
  onProgress: option.callback,
});

/**
 * A copy-on-write file tree: {@link TreeFiles}, and what changed in them since the start, which can be forked, merged,
 * undone and committed. Every operation is all or nothing. `merge`, `patch`, `applyPatch`, `search`, `toZip`, `review`
 * and `commit` yield to the event loop; the rest is synchronous. Only `commit` writes to the host folder.
 */
export class FileTree extends TreeFiles {
  readonly #editor: TreeEditor;
  readonly #provenance: Provenance;
  /** What the changes are counted from. */
  #origin: TreeState;
  #aside: SetAside = NOTHING_SET_ASIDE;
  readonly #identity: object = {};
  /** Forks that were made of this tree. */
  #forks = 0;
  /** For a fork: after each merge, the state of it that its parent has, path by path. */
  readonly #merged: TreeState[] = [];

  /** @internal Use `createFileTree`, `restoreFileTree` or {@link FileTree.fork}. */
  constructor(editor: TreeEditor, provenance: Provenance) {
    super(editor);
    this.#editor = editor;
    this.#provenance = provenance;
    this.#origin = provenance.origin;
  }

  /** The changes in the order they were made; a copy. A fork starts with an empty journal. */
  journal(): readonly JournalEntry[] {
    return journalEntries(this.#editor.journal);
  }

  /** What differs from what the tree started from: the base, or the fork point. */
  diff(): FileTreeDiff {
    return describeChanges(this.#changes());
  }

  /** The paths of changed files, sorted. */
  changes(): FileTreeChanges {
    const { written, deleted } = this.diff();
    return { written: written.map(({ path }) => path), deleted };
  }

  /**
   * What differs from the start as a patch in git's format: `git apply` takes it, binary files included. It tells of
   * files and their executable bit; empty directories and other bits are beyond that format. `paths` keeps it to
   * some files, for instance to those that a review would write.
   */
  async patch(options: { readonly paths?: readonly string[] } = {}): Promise<string> {
    checkFileTreePatchOptions(options);
    const paths = keysOf(options);
    const wanted = paths && new Set(paths);
    const changes = this.#changes().filter(({ key }) => wanted?.has(key) ?? true);
    return inTurns(writePatch(changes, this.#start().view));
  }

  /**
   * Applies a patch in git's format, or plain unified hunks: all of it or nothing. A hunk may have moved, but its lines
   * must match exactly.
   *
   * @throws {MettleError} `filesystem/invalid_patch` when it is malformed or names a path outside the tree or in
   *   `.git`; `filesystem/patch_does_not_apply` when a file is not as it expects; and limits.
   */
  async applyPatch(patch: string): Promise<ApplyPatchResult> {
    return editInTurns(this.#editor, (editor) => applyPatchTo(editor, patch));
  }

  /** A tree of its own that starts from this one's state. Costs the same whatever the tree holds. */
  fork(): FileTree {
    const origin = this.#editor.state;
    return new FileTree(new TreeEditor(origin, this.#editor.limits), {
      origin,
      ignores: this.#provenance.ignores,
      family: this.#provenance.family,
      parent: { identity: this.#identity, fork: String(this.#forks++), journal: this.#editor.journal },
    });
  }

  /**
   * A tree of its own in the same state, with the same changes and journal: unlike a fork it counts its changes from where
   * this one does. Costs the same whatever the tree holds.
   */
  copy(): FileTree {
    const { state, limits, journal } = this.#editor;
    const copy = new FileTree(new TreeEditor(state, limits, journal), {
      ...this.#provenance,
      origin: this.#origin,
    });
    copy.#merged.push(...this.#merged);
    copy.#aside = this.#aside;
    return copy;
  }

  /**
   * Takes over what a fork of this tree changed since it left, or since it was last merged: three ways against the
   * fork point, text by lines, anything else whole. Where both sides changed the same, the path is a conflict and
   * stays as it is here; the rest is applied. Merging again changes nothing more. All or nothing when it throws. What
   * counts of the fork is what it holds at the call, or later where this tree is changed meanwhile.
   *
   * @throws {MettleError} `filesystem/not_a_fork` for a tree that did not leave from this one;
   *   `filesystem/unknown_path` for one of `paths` that the fork neither has nor changed; and limits.
   */
  async merge(fork: FileTree, options: MergeOptions = {}): Promise<MergeResult> {
    checkMergeOptions(options);
    const { parent } = fork.#provenance;
    if (parent?.identity !== this.#identity) throw notFork();
    return editInTurns(this.#editor, (into) => this.#mergeSteps(fork, parent, { into, options }));
  }

  *#mergeSteps(
    fork: FileTree,
    parent: NonNullable<Provenance['parent']>,
    { into, options }: { readonly into: TreeEditor; readonly options: MergeOptions },
  ): Steps<MergeResult> {
    const merged = into.state.merged.get(parent.fork);
    const start = fork.#start(merged === undefined ? fork.#origin : fork.#merged[merged]);
    const base = new TreeEditor(start, UNLIMITED);
    const theirs = fork.#editor.state;
    const input = {
      into,
      base,
      fork: theirs,
      known: () => differencesBetween(fork.#start().view, theirs.view),
      movedInFork: tracer(fork.#editor.journal, undefined),
      movedInTree: tracer(into.journal, parent.journal),
    };
    const result = yield* mergeInto(input, options);
    into.recordMerge(parent.fork, fork.#merged.push(base.state) - 1);
    return result;
  }

  /**
   * What is different here from another tree of the same family as it is now, sorted by path; the cost grows with what
   * differs. A link of the host folder counts as itself.
   *
   * @throws {MettleError} `filesystem/unrelated_tree` for a tree that is no fork or copy of this one, nor this one of it.
   */
  changesFrom(other: FileTree): readonly TreeChange[] {
    if (other.family !== this.family) throw unrelatedTree();
    return differencesBetween(other.#editor.view, this.#editor.view).map(({ key }) => ({
      path: key,
      now: this.entry(key),
    }));
  }

  /** The same object in a tree, its forks and theirs. */
  get family(): object {
    return this.#provenance.family;
  }

  /**
   * What tells whether anything in the host folder that shows through was written, replaced, added or removed since; null
   * for a tree in memory.
   */
  async hostFingerprint(): Promise<string | null> {
    const { host } = this.#editor.view;
    return host === undefined ? null : inTurns(host.fingerprint());
  }

  /**
   * Writes a file into the root that is no change and never committed as long as it stays as it is, such as what an agent
   * is given to read. It is in no journal, and outlasts {@link FileTree.reset}. Changed, it counts as a new file.
   *
   * @throws {MettleError} `filesystem/exists` when something has the name; `filesystem/invalid_path` for a path below the
   *   root; and limits.
   */
  setAside(name: string, text: string): void {
    const { state, limits, journal } = this.#editor;
    const copy = new TreeEditor(state, limits);
    this.#aside = writeAside(copy, pathNames(name), { aside: this.#aside, text });
    this.#editor.replace(copy.state, journal);
  }

  /** Drops every change: the tree is again what it started from, the fork point for a fork. */
  reset(): void {
    this.#editor.replace(this.#start());
  }

  /** The tree as it is now, to come back to by {@link FileTree.rollback}; it costs nothing. */
  checkpoint(): FileTreeCheckpoint {
    return new FileTreeCheckpoint(this.#editor.state, this.#editor.journal);
  }

  /**
   * Puts the tree back as it was at a checkpoint of its own, or of the tree it was forked from.
   *
   * @throws {MettleError} `filesystem/foreign_checkpoint` for one of a tree with another base folder.
   */
  rollback(checkpoint: FileTreeCheckpoint): void {
    if (checkpoint.state.view.host !== this.#editor.view.host) throw foreignCheckpoint();
    this.#editor.replace(checkpoint.state, checkpoint.journal);
  }

  /**
   * The whole tree as JSON, with its base, changes and journal; for `restoreFileTree`. What was set aside is part of the
   * base, or a change where the base is left out.
   */
  snapshot(options: SnapshotOptions = {}): FileTreeSnapshot {
    checkSnapshotOptions(options);
    return takeSnapshot(
      options.includeBase === false ? this.#origin : this.#start(),
      this.#editor.state,
      this.journal(),
      options,
    );
  }

  /** The changes since a checkpoint of this tree, in the order they were made. */
  journalSince(checkpoint: FileTreeCheckpoint): readonly JournalEntry[] {
    return journalEntries(this.#editor.journal, checkpoint.journal);
  }

  /**
   * What changed since a checkpoint of this tree, or of the one it was forked from, as JSON: for {@link FileTree.applyDelta} to a tree that
   * is as this one was then. Throws `filesystem/foreign_checkpoint` as {@link FileTree.rollback}.
   */
  deltaSince(checkpoint: FileTreeCheckpoint): FileTreeDelta {
    if (checkpoint.state.view.host !== this.#editor.view.host) throw foreignCheckpoint();
    const { state, journal } = this.#editor;
    return takeDelta(checkpoint.state, state, journalEntries(journal, checkpoint.journal));
  }

  /** Makes the changes of a delta: all of it or nothing. @throws {MettleError} `filesystem/invalid_snapshot`, naming what is wrong. */
  applyDelta(delta: unknown): void {
    const { state, journal } = stateWithDelta(delta, this.#editor);
    this.#editor.replace(state, journal);
  }

  /** Everything in the tree as a ZIP archive; equal trees give equal bytes. */
  async toZip(): Promise<Uint8Array> {
    return inTurns(zipTree(this.#editor.view));
  }

  /**
   * What committing this tree to a folder would do, exactly: for a person to look at, and for {@link FileTree.commit}
   * to hold to. Changes nothing. `paths` keeps it to some changes, and the commit with it: the others stay changes of
   * the tree.
   *
   * @throws {MettleError} `filesystem/invalid_base` when there is no such folder; `filesystem/link_in_the_way` and
   *   `filesystem/special_file` when something there must not be written through or replaced.
   */
  async review(hostDir: string, options: { readonly paths?: readonly string[] } = {}): Promise<CommitReview> {
    checkFileTreeReviewOptions(options);
    return inTurns(reviewChanges({ ...this.#commitInput(hostDir), paths: keysOf(options) }));
  }

  /**
   * Writes what was reviewed, and nothing else, to a host folder: the only way from a tree to the host. All of it or
   * nothing: a failure is undone, and what a kill interrupts is undone by `recoverCommit`. Each file appears whole. No
   * link is followed. When the folder is the tree's base, the tree reads it live again afterwards, and has no changes but
   * those that the review left out by its paths and those that were made while the commit was under way.
   *
   * @throws {MettleError} `filesystem/host_changed`, naming the paths, when the folder is not as reviewed;
   *   `filesystem/changed_since_review` when the tree is not; `filesystem/commit_in_progress` while another commit
   *   runs or was interrupted; `filesystem/host_write_failed` when the host refuses; `filesystem/commit_incomplete`
   *   when a failure could not be undone.
   */
  async commit(hostDir: string, options: CommitOptions): Promise<CommitResult> {
    checkCommitOptions(options ?? {});
    const input = this.#commitInput(hostDir);
    const result = await commitChanges(input, randomBytes(6).toString('hex'), options);
    if (input.now.view.host?.path === input.root)
      await this.#settleOn(input.now, await inTurns(changesLeft(input, options.expect)));
    return result;
  }

  /** Counts changes from the folder as it is after a commit of a state that `left` some changes for later. */
  async #settleOn(committed: TreeState, left: ReadonlySet<string>): Promise<void> {
    const origin = await inTurns(stateAfterCommit(committed, left));
    await workInTurns(
      this.#editor,
      () => editorAfterCommit(origin, committed, left, this.#editor),
      ({ state, journal }) => {
        this.#origin = origin;
        this.#editor.replace(state, journal);
      },
    );
  }

  #commitInput(hostDir: string): ReviewInput {
    const { ignores } = this.#provenance;
    return { origin: this.#start(), now: this.#editor.state, ignores, root: resolveHostFolder(hostDir) };
  }

  #changes(): readonly Change[] {
    return differencesBetween(this.#start().view, this.#editor.view);
  }

  /** What changes are counted from: a state that this tree was in, with what was set aside since. */
  #start(state = this.#origin): TreeState {
    return withSetAside(state, this.#editor.state, this.#aside);
  }
}

function keysOf({ paths }: PathOptions): readonly string[] | undefined {
  return paths?.map((path) => pathKey(pathNames(path)));
}
