import type { Steps } from '../core/index.js';
import { applySide } from './apply-side.js';
import { type Change, locateLoosely, type Side, sideOf } from './differences.js';
import { type JournalEntry, type JournalLink, journalEntries } from './journal.js';
import { decideContent, isBlocked, pickMode } from './merge-decision.js';
import type { ConflictReason, MergeOutcome } from './merge-outcome.js';
import type { TreeEditor } from './tree-editor.js';
import { pathNames } from './tree-path.js';

/** Where a path went by renames; undefined when it stayed, was removed, or that is not known. */
export type Tracer = (key: string) => string | undefined;

/** Moves that one tracer looks at; beyond, it knows nothing any more. */
const MAX_MOVES_SEEN = 20_000_000;

/** A tracer over what a journal has after `since`; it knows nothing when the journal does not go back that far. */
export function tracer(journal: JournalLink | undefined, since: JournalLink | undefined): Tracer {
  let moves: readonly JournalEntry[] | undefined;
  let seen = 0;
  return (key) => {
    moves ??= movesAfter(journal, since);
    seen += moves.length;
    if (seen > MAX_MOVES_SEEN) return undefined;
    let path = key;
    for (const move of moves) {
      if (move.path === path) return undefined;
      if (move.operation !== 'rename') continue;
      if (path === move.source) path = move.path;
      else if (path.startsWith(`${move.source}/`)) path = move.path + path.slice(move.source.length);
    }
    return path === key ? undefined : path;
  };
}

function movesAfter(
  journal: JournalLink | undefined,
  since: JournalLink | undefined,
): readonly JournalEntry[] {
  let link = journal;
  while (link !== undefined && link !== since) link = link.earlier;
  if (link !== since) return [];
  return journalEntries(journal)
    .slice(since?.length ?? 0)
    .filter(({ operation }) => operation === 'rename' || operation === 'delete');
}

/** What following a rename needs of a merge. */
interface RenameMergeInput {
  readonly into: TreeEditor;
  readonly base: TreeEditor;
  readonly movedInFork: Tracer;
  readonly movedInTree: Tracer;
}

type FileSide = Side & { readonly kind: 'file' };

/** Merges what one side changed in a file with the other side's moving it. */
export class RenameMerge {
  readonly #input: RenameMergeInput;
  readonly #changes: ReadonlyMap<string, Change>;
  readonly #outcome: MergeOutcome;
  readonly #done = new Set<string>();

  constructor(input: RenameMergeInput, changes: readonly Change[], outcome: MergeOutcome) {
    this.#input = input;
    this.#changes = new Map(changes.map((change) => [change.key, change]));
    this.#outcome = outcome;
  }

  /** Whether a change was merged already, together with the one it belongs to. */
  isDone({ key }: Change): boolean {
    return this.#done.has(key);
  }

  /** Tries to settle a conflict by following a rename; true when it is settled. */
  *follow(change: Change, reason: ConflictReason): Steps<boolean> {
    if (change.before?.kind !== 'file') return false;
    if (reason === 'removed_there') return yield* this.#followFork(change, change.before);
    if (reason === 'removed_here' && change.after?.kind === 'file') {
      return yield* this.#followTree(change, change.before, change.after);
    }
    return false;
  }

  /** The fork moved a file that the tree changed: the tree's change goes along. */
  *#followFork(change: Change, before: FileSide): Steps<boolean> {
    const { into, base, movedInFork } = this.#input;
    const target = this.#changes.get(movedInFork(change.key) ?? '');
    const ours = sideOf(into.view, locateLoosely(into.view, change.names));
    if (target?.after?.kind !== 'file' || target.before !== undefined || ours?.kind !== 'file') return false;
    if (locateLoosely(into.view, target.names) !== undefined || isBlocked(into.view, target.names))
      return false;
    const merged = yield* mergeFiles(before, ours, target.after);
    if (merged === undefined) return false;
    this.#makeDirectories(target.names);
    applySide(into, change.names, undefined, false);
    applySide(into, target.names, merged, false);
    this.#outcome.applied(change.key, ours, undefined);
    this.#outcome.applied(target.key, undefined, merged);
    applySide(base, change.names, undefined, true);
    applySide(base, target.names, target.after, true);
    this.#done.add(target.key);
    return true;
  }

  /** The directories that the fork made for what it moved. */
  #makeDirectories(names: readonly string[]): void {
    const { into, base } = this.#input;
    for (let depth = 1; depth < names.length; depth++) {
      const above = names.slice(0, depth);
      const change = this.#changes.get(above.join('/'));
      if (change?.after?.kind !== 'directory' || locateLoosely(into.view, above) !== undefined) continue;
      applySide(into, above, change.after, false);
      this.#outcome.applied(change.key, undefined, change.after);
      applySide(base, above, change.after, true);
    }
  }

  /** The tree moved a file that the fork changed: the fork's change follows it. */
  *#followTree(change: Change, before: FileSide, after: FileSide): Steps<boolean> {
    const { into, base, movedInTree } = this.#input;
    const key = movedInTree(change.key);
    if (key === undefined) return false;
    const names = pathNames(key);
    const ours = sideOf(into.view, locateLoosely(into.view, names));
    if (ours?.kind !== 'file' || this.#changes.has(key) || locateLoosely(base.view, names) !== undefined)
      return false;
    const merged = yield* mergeFiles(before, ours, after);
    if (merged === undefined) return false;
    if (applySide(into, names, merged, false)) this.#outcome.applied(key, ours, merged);
    applySide(base, change.names, after, true);
    return true;
  }
}

function* mergeFiles(before: FileSide, ours: FileSide, after: FileSide): Steps<Side | undefined> {
  const mode = pickMode(before.mode, ours.mode, after.mode);
  if (mode === undefined) return undefined;
  const decision = yield* decideContent(before, { ours, after, mode });
  return decision.kind === 'apply' ? decision.side : undefined;
}
