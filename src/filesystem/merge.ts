import type { Steps } from '../core/index.js';
import { applySide } from './apply-side.js';
import { type Change, differencesBetween, locateLoosely, type Side, sideOf } from './differences.js';
import { pathError, show } from './errors.js';
import { decide, type MergeDecision } from './merge-decision.js';
import { MergeOutcome, type MergeResult } from './merge-outcome.js';
import { RenameMerge, type Tracer } from './merge-renames.js';
import type { TreeEditor } from './tree-editor.js';
import { pathKey, pathNames } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import type { TreeView } from './tree-view.js';

/** How a fork is merged. */
export interface MergeOptions {
  /** Only these paths, and what lies below them. Default: everything that the fork changed. */
  readonly paths?: readonly string[];
  /** Where both sides changed the same, the fork wins; the path is still listed as a conflict. Default false. */
  readonly force?: boolean;
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
  /** Where the fork moved a path since it left. */
  readonly movedInFork: Tracer;
  /** Where the tree moved a path since the fork left. */
  readonly movedInTree: Tracer;
}

/** Merges a fork into a tree; see {@link MergeResult}. The editors' states are of no use when it throws. */
export function* mergeInto(input: MergeInput, options: MergeOptions): Steps<MergeResult> {
  const chosen = chooserOf(input, options.paths);
  const changes = differencesBetween(input.base.view, input.fork.view).filter(({ key }) => chosen(key));
  const outcome = new MergeOutcome();
  const moved = new RenameMerge(input, changes, outcome);
  const run = { input, force: options.force ?? false, outcome, moved };
  for (const change of inOrderOfApplication(changes)) {
    yield* mergeOne(run, change);
    yield;
  }
  return outcome.result();
}

/** Removals first, deepest first, so that directories are empty by then; then the rest, directories first. */
function inOrderOfApplication(changes: readonly Change[]): readonly Change[] {
  const removals = changes.filter(({ after }) => after === undefined).reverse();
  return [...removals, ...changes.filter(({ after }) => after !== undefined)];
}

interface MergeRun {
  readonly input: MergeInput;
  readonly force: boolean;
  readonly outcome: MergeOutcome;
  readonly moved: RenameMerge;
}

function* mergeOne({ input, force, outcome, moved }: MergeRun, change: Change): Steps<void> {
  const { into, base } = input;
  if (moved.isDone(change)) return;
  const above = outcome.skippedAbove(into.view, change.names);
  let decision: MergeDecision =
    above === undefined ? yield* decide(into.view, change) : { kind: 'conflict', reason: above };
  if (decision.kind === 'apply' && isHostChanged(input, change)) {
    decision = { kind: 'conflict', reason: 'host_changed' };
  }
  if (decision.kind === 'conflict' && (yield* moved.follow(change, decision.reason))) return;
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
      throw pathError(
        'unknown_path',
        'ENOENT',
        top,
        `Nothing to merge at ${show(top)}: the fork has no such path and never changed one. Look at its changes().`,
      );
    }
  }
  return (key) => chosen.some((top) => isBelow(key, top));
}
