import type { Steps } from '../../core/index.js';
import { applySide } from '../apply-side.js';
import { differenceSteps } from '../differences.js';
import { UNLIMITED } from '../limits.js';
import { emptyDirectory } from '../node.js';
import { TreeEditor } from '../tree-editor.js';
import { startingState, type TreeState } from '../tree-state.js';
import { TreeView } from '../tree-view.js';
import { NO_USAGE } from '../usage.js';
import type { CommitReview, ReviewInput } from './review.js';

/** The changes that a commit of some paths left for later, by path; none after a commit of everything. */
export function* changesLeft(
  { origin, now }: ReviewInput,
  { paths, entries }: CommitReview,
): Steps<ReadonlySet<string>> {
  if (paths === undefined) return new Set();
  const committed = new Set(entries.map(({ path }) => path));
  const changes = yield* differenceSteps(origin.view, now.view);
  return new Set(changes.map(({ key }) => key).filter((key) => !committed.has(key)));
}

/**
 * The state of a tree once its changes are in its host folder: the folder shows through again, live, wherever it now
 * has what the tree has. What it has otherwise, because the commit didn't write it, stays in the tree; `left` doesn't.
 */
export function* stateAfterCommit(now: TreeState, left: ReadonlySet<string>): Steps<TreeState> {
  const fresh = new TreeView(emptyDirectory({ through: true }), now.view.host);
  const editor = new TreeEditor(startingState(fresh), UNLIMITED);
  yield* bring(editor, fresh, now.view, (key) => !left.has(key));
  return { ...editor.state, usage: NO_USAGE, merged: now.merged };
}

/**
 * An editor over the state after a commit that holds as changes what the commit left, and what was changed in the tree
 * while it was made.
 */
export function* editorAfterCommit(
  origin: TreeState,
  committed: TreeState,
  left: ReadonlySet<string>,
  { state, limits }: TreeEditor,
): Steps<TreeEditor> {
  const editor = new TreeEditor(origin, UNLIMITED);
  for (const key of left) editor.observeAs(key.split('/'), committed.observed.get(key));
  if (left.size > 0) yield* bring(editor, origin.view, committed.view, (key) => left.has(key));
  yield* bring(editor, committed.view, state.view);
  editor.limits = limits;
  return editor;
}

/** Makes a tree hold what differs between two states. */
function* bring(
  editor: TreeEditor,
  from: TreeView,
  to: TreeView,
  isWanted: (key: string) => boolean = () => true,
): Steps<void> {
  const differences = yield* differenceSteps(from, to);
  const changes = differences.filter(({ key }) => isWanted(key));
  for (const { names, after } of changes.toReversed()) {
    yield;
    if (after === undefined) applySide(editor, names, after, false);
  }
  for (const { names, after } of changes) {
    yield;
    if (after !== undefined) applySide(editor, names, after, false);
  }
}
