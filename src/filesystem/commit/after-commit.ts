import type { Steps } from '../../core/index.js';
import { applySide } from '../apply-side.js';
import { differenceSteps } from '../differences.js';
import { UNLIMITED } from '../limits.js';
import { emptyDirectory } from '../node.js';
import { TreeEditor } from '../tree-editor.js';
import { startingState, type TreeState } from '../tree-state.js';
import { TreeView } from '../tree-view.js';
import { NO_USAGE } from '../usage.js';

/**
 * The state of a tree once its changes are in its host folder: the folder shows through again, live, wherever it now
 * has what the tree has. What it has otherwise, because the commit left it out, stays in the tree.
 */
export function* stateAfterCommit(now: TreeState): Steps<TreeState> {
  const fresh = new TreeView(emptyDirectory({ through: true }), now.view.host);
  const editor = new TreeEditor(startingState(fresh), UNLIMITED);
  yield* bring(editor, fresh, now.view);
  return { ...editor.state, usage: NO_USAGE, merged: now.merged };
}

/**
 * An editor over the state after a commit that holds what was changed in the tree while the commit was made, as changes.
 */
export function* editorAfterCommit(
  origin: TreeState,
  committed: TreeState,
  { state, limits }: TreeEditor,
): Steps<TreeEditor> {
  const editor = new TreeEditor(origin, UNLIMITED);
  yield* bring(editor, committed.view, state.view);
  editor.limits = limits;
  return editor;
}

/** Makes a tree hold what differs between two states. */
function* bring(editor: TreeEditor, from: TreeView, to: TreeView): Steps<void> {
  const changes = yield* differenceSteps(from, to);
  for (const { names, after } of changes.toReversed()) {
    yield;
    if (after === undefined) applySide(editor, names, after, false);
  }
  for (const { names, after } of changes) {
    yield;
    if (after !== undefined) applySide(editor, names, after, false);
  }
}
