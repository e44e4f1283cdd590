import { applySide } from './apply-side.js';
import {
  type Change,
  differencesBetween,
  locateLoosely,
  type Side,
  sameContent,
  sameSide,
  sideOf,
} from './differences.js';
import { fileSystemError, show } from './errors.js';
import { type ConflictHunk, mergeText } from './merge-text.js';
import { textOf } from './text-lines.js';
import type { TreeEditor } from './tree-editor.js';
import { compareText, pathKey, pathNames } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import type { TreeView } from './tree-view.js';

/** How a fork is merged. */
export interface MergeOptions {
  /** Only these paths, and what lies below them. Default: everything that the fork changed. */
  readonly paths?: readonly string[];
  /** Where both sides changed the same, the fork wins; the path is still listed as a conflict. Default false. */
  readonly force?: boolean;
}

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

/** The states between which a merge happens. */
export interface MergeInput {
  /** The tree that is merged into. */
  readonly into: TreeEditor;
  /** The state at which the fork left, or at which it was last merged. A merged path is advanced in it. */
  readonly base: TreeEditor;
  /** The state of the fork. */
  readonly fork: TreeState;
  /** Every path that the fork changed since it left; asked for only when paths are named. */
  readonly known: () => readonly Change[];
}

/** Merges a fork into a tree; see {@link MergeResult}. Changes nothing when it throws. */
export function mergeInto(input: MergeInput, options: MergeOptions): MergeResult {
  const chosen = chooserOf(input, options.paths);
  const changes = differencesBetween(input.base.view, input.fork.view).filter(({ key }) => chosen(key));
  const outcome = new Outcome();
  input.into.whole(() =>
    input.base.whole(() => {
      for (const change of inOrderOfApplication(changes))
        mergeOne(input, change, options.force ?? false, outcome);
    }),
  );
  return outcome.result();
}

/** Removals first, deepest first, so that directories are empty by then; then the rest, directories first. */
function inOrderOfApplication(changes: readonly Change[]): readonly Change[] {
  const removals = changes.filter(({ after }) => after === undefined).reverse();
  return [...removals, ...changes.filter(({ after }) => after !== undefined)];
}

function mergeOne(input: MergeInput, change: Change, force: boolean, outcome: Outcome): void {
  const { into, base } = input;
  const above = outcome.skippedAbove(into.view, change.names);
  let decision: Decision =
    above === undefined ? decide(into.view, change) : { kind: 'conflict', reason: above };
  if (decision.kind === 'apply' && isHostChanged(input, change)) {
    decision = { kind: 'conflict', reason: 'host_changed' };
  }
  if (decision.kind === 'conflict') {
    outcome.conflict({ path: change.key, reason: decision.reason, hunks: decision.hunks ?? [] }, force);
    if (!force) return;
  }
  const result = decision.kind === 'apply' ? decision.side : change.after;
  if (decision.kind !== 'agreed') {
    into.observeAs(change.names, input.fork.observed.get(change.key));
    for (const lost of force ? lostBelow(into.view, change.names, result) : [])
      outcome.applied(...lost, undefined);
    const before = sideOf(into.view, locateLoosely(into.view, change.names));
    if (applySide(into, change.names, result, force)) outcome.applied(change.key, before, result);
  }
  if (!outcome.isBelowSkipped(change.names)) applySide(base, change.names, change.after, true);
}

/** Whether the host has another file at a path than when the fork first changed it, and it was the fork's base. */
function isHostChanged({ base, fork }: MergeInput, { names, key, before, after }: Change): boolean {
  const stamp = fork.observed.get(key);
  const { host } = base.view;
  if (host === undefined || stamp === undefined || !base.view.showsHost(names)) return false;
  if (before?.kind === 'directory' || after?.kind === 'directory') return false;
  return (host.entry(names)?.stamp ?? null) !== stamp;
}

/** What goes with a directory when something else takes its place. */
function lostBelow(
  view: TreeView,
  names: readonly string[],
  result: Side | undefined,
): readonly (readonly [string, Side | undefined])[] {
  if (result?.kind === 'directory' || locateLoosely(view, names)?.kind !== 'directory') return [];
  return Array.from(view.walk(names), (entry) => [
    pathKey(entry.names),
    sideOf(view, locateLoosely(view, entry.names)),
  ]);
}

type Decision =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'apply'; readonly side: Side | undefined }
  | { readonly kind: 'conflict'; readonly reason: ConflictReason; readonly hunks?: readonly ConflictHunk[] };

function decide(view: TreeView, { names, before, after }: Change): Decision {
  const ours = sideOf(view, locateLoosely(view, names));
  if (sameSide(ours, after)) return { kind: 'agreed' };
  if (isBlocked(view, names)) return { kind: 'conflict', reason: 'both_made' };
  if (sameSide(ours, before)) return decideAlone(view, names, ours, after);
  if (ours === undefined) return { kind: 'conflict', reason: 'removed_here' };
  if (after === undefined) return { kind: 'conflict', reason: 'removed_there' };
  if (ours.kind !== after.kind || ours.kind === 'link' || after.kind === 'link') {
    return { kind: 'conflict', reason: 'both_made' };
  }
  const mode = pick(modeOf(before), ours.mode, after.mode);
  if (mode === undefined) return { kind: 'conflict', reason: 'mode' };
  if (ours.kind === 'directory' || after.kind === 'directory') {
    return { kind: 'apply', side: { kind: 'directory', mode } };
  }
  return decideContent(before, { ours, after, mode });
}

function decideAlone(
  view: TreeView,
  names: readonly string[],
  ours: Side | undefined,
  after: Side | undefined,
): Decision {
  const losesMore = ours?.kind === 'directory' && after?.kind !== 'directory' && view.list(names).length > 0;
  return losesMore ? { kind: 'conflict', reason: 'removed_there' } : { kind: 'apply', side: after };
}

interface BothFiles {
  readonly ours: Side & { readonly kind: 'file' };
  readonly after: Side & { readonly kind: 'file' };
  readonly mode: number;
}

function decideContent(before: Side | undefined, { ours, after, mode }: BothFiles): Decision {
  if (sameContent(ours, after)) return { kind: 'apply', side: { ...ours, mode } };
  if (before === undefined || before.kind !== 'file') return { kind: 'conflict', reason: 'both_made' };
  if (sameContent(ours, before)) return { kind: 'apply', side: { ...after, mode } };
  if (sameContent(after, before)) return { kind: 'apply', side: { ...ours, mode } };
  const [base, left, right] = [textOf(before.bytes()), textOf(ours.bytes()), textOf(after.bytes())];
  if (base === undefined || left === undefined || right === undefined) {
    return { kind: 'conflict', reason: 'whole_file' };
  }
  const merged = mergeText(base, left, right);
  if (merged === undefined) return { kind: 'conflict', reason: 'whole_file' };
  if (merged.kind === 'conflict') return { kind: 'conflict', reason: 'lines', hunks: merged.hunks };
  const bytes = new TextEncoder().encode(merged.text);
  return { kind: 'apply', side: { kind: 'file', mode, size: bytes.byteLength, bytes: () => bytes } };
}

/** Whether a file, or a link of the host folder, stands where the path needs a directory. */
function isBlocked(view: TreeView, names: readonly string[]): boolean {
  for (let depth = 1; depth < names.length; depth++) {
    const found = locateLoosely(view, names.slice(0, depth));
    if (found === undefined) return false;
    if (found.kind !== 'directory') return true;
  }
  return false;
}

function modeOf(side: Side | undefined): number | undefined {
  return side === undefined || side.kind === 'link' ? undefined : side.mode;
}

/** The mode that a three-way merge gives, or undefined when both changed it. */
function pick(base: number | undefined, ours: number, theirs: number): number | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

function chooserOf(input: MergeInput, paths: readonly string[] | undefined): (key: string) => boolean {
  if (paths === undefined) return () => true;
  const chosen = paths.map((path) => pathKey(pathNames(path)));
  const isBelow = (key: string, top: string): boolean =>
    key === top || top === '' || key.startsWith(`${top}/`);
  const known = input.known();
  for (const top of chosen) {
    const isKnown =
      known.some(({ key }) => isBelow(key, top)) || input.fork.view.kindOf(pathNames(top)) !== undefined;
    if (!isKnown) {
      throw fileSystemError({
        what: 'unknown_path',
        errno: 'ENOENT',
        path: top,
        message: `Nothing to merge at ${show(top)}: the fork has no such path and never changed one. Look at its changes().`,
      });
    }
  }
  return (key) => chosen.some((top) => isBelow(key, top));
}

/** Collects what a merge does. */
class Outcome {
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #made = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #skipped = new Map<string, ConflictReason>();
  readonly #conflicts: MergeConflict[] = [];

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

  applied(key: string, before: Side | undefined, after: Side | undefined): void {
    if (after?.kind === 'file') this.#written.add(key);
    else if (before !== undefined && before.kind !== 'directory') this.#deleted.add(key);
    if (after?.kind === 'directory' && before?.kind !== 'directory') this.#made.add(key);
    if (before?.kind === 'directory' && after?.kind !== 'directory') this.#removed.add(key);
  }

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
