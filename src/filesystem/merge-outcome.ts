import { locateLoosely, type Side } from './differences.js';
import type { ConflictHunk } from './merge-text.js';
import { compareText, pathKey } from './tree-path.js';
import type { TreeView } from './tree-view.js';

/** Why a path could not be merged without a decision. */
export type ConflictReason =
  /** Both changed the same lines. */
  | 'lines'
  /** Both changed a file that is merged only as a whole: binary, or too repetitive. */
  | 'whole_file'
  /** Both set permission bits, to different ones. */
  | 'mode'
  /** The tree removed what the fork changed. */
  | 'removed_here'
  /** The fork removed what the tree changed, or a directory in which the tree still has something. */
  | 'removed_there'
  /** Someone changed the file on the host after the fork had, so that what the fork started from is gone. */
  | 'host_changed'
  /** Both made something at one path, or it is a file on one side and a directory on the other. */
  | 'both_made';

/** One path on which the sides disagree. */
export interface MergeConflict {
  readonly path: string;
  readonly reason: ConflictReason;
  /** For `lines`: where, in the tree's own file as it was before the merge. Else empty. */
  readonly hunks: readonly ConflictHunk[];
}

/** What a merge did. Paths have no slash in front; every list is sorted. */
export interface MergeResult {
  /** Files that the merge wrote. */
  readonly written: readonly string[];
  /** Files that the merge removed. */
  readonly deleted: readonly string[];
  readonly madeDirectories: readonly string[];
  readonly removedDirectories: readonly string[];
  /** Paths on which the sides disagree, applied or not. */
  readonly conflicts: readonly string[];
  /** Paths left as they were in the tree: the conflicts, unless forced. */
  readonly skipped: readonly string[];
  /** For each conflict, why and where. */
  readonly conflictDetails: readonly MergeConflict[];
}

/** Collects what a merge does. */
export class MergeOutcome {
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #made = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #skipped = new Map<string, ConflictReason>();
  readonly #conflicts: MergeConflict[] = [];

  /** Notes that the sides disagree on a path. */
  conflict(conflict: MergeConflict, forced: boolean): void {
    this.#conflicts.push(conflict);
    if (!forced) this.#skipped.set(conflict.path, conflict.reason);
  }

  /** Whether a directory on the way to a path was left as it was. */
  isBelowSkipped(names: readonly string[]): boolean {
    return (
      this.#skipped.size > 0 && names.some((_, depth) => this.#skipped.has(pathKey(names.slice(0, depth))))
    );
  }

  /** Why the directory that a path lies in was not made; what the fork holds in it has no place then. */
  skippedAbove(view: TreeView, names: readonly string[]): ConflictReason | undefined {
    if (this.#skipped.size === 0) return undefined;
    for (let depth = 1; depth < names.length; depth++) {
      const above = names.slice(0, depth);
      const reason = this.#skipped.get(pathKey(above));
      if (reason !== undefined && locateLoosely(view, above)?.kind !== 'directory') return reason;
    }
    return undefined;
  }

  /** Notes what a path had before and has now. */
  applied(key: string, before: Side | undefined, after: Side | undefined): void {
    if (after?.kind === 'file') this.#written.add(key);
    else if (before !== undefined && before.kind !== 'directory') this.#deleted.add(key);
    if (after?.kind === 'directory' && before?.kind !== 'directory') this.#made.add(key);
    if (before?.kind === 'directory' && after?.kind !== 'directory') this.#removed.add(key);
  }

  /** Everything noted, sorted. */
  result(): MergeResult {
    const sorted = (set: ReadonlySet<string>): readonly string[] => [...set].sort(compareText);
    const conflictDetails = this.#conflicts.sort((left, right) => compareText(left.path, right.path));
    return {
      written: sorted(this.#written),
      deleted: sorted(this.#deleted),
      madeDirectories: sorted(this.#made),
      removedDirectories: sorted(this.#removed),
      conflicts: conflictDetails.map(({ path }) => path),
      skipped: [...this.#skipped.keys()].sort(compareText),
      conflictDetails,
    };
  }
}
