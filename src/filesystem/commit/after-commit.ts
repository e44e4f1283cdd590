import { applySide } from '../apply-side.js';
import { differencesBetween } from '../differences.js';
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
export function stateAfterCommit(now: TreeState): TreeState {
  const fresh = new TreeView(emptyDirectory({ through: true }), now.view.host);
  const editor = new TreeEditor(startingState(fresh), UNLIMITED);
  const left = differencesBetween(fresh, now.view);
  for (const { names, after } of left.toReversed())
    if (after === undefined) applySide(editor, names, after, false);
  for (const { names, after } of left) if (after !== undefined) applySide(editor, names, after, false);
  return { ...editor.state, usage: NO_USAGE, merged: now.merged };
}
