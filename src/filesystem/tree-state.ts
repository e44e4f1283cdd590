import { PersistentMap } from './persistent-map.js';
import type { TreeView } from './tree-view.js';
import { NO_USAGE, type Usage } from './usage.js';

/** Everything that a tree is at one moment; immutable, so that a fork is a copy of this small record. */
export interface TreeState {
  readonly view: TreeView;
  /** What the tree holds more than its base; below zero when it holds less. */
  readonly usage: Usage;
  /** For each path changed over the host folder: the host file's stamp when it was first changed, null for none. */
  readonly observed: PersistentMap<string | null>;
  /** For each fork that was merged, which of its merges was the last. */
  readonly merged: PersistentMap<number>;
}

/** The state of a tree that starts with a view. */
export function startingState(view: TreeView): TreeState {
  return { view, usage: NO_USAGE, observed: PersistentMap.empty(), merged: PersistentMap.empty() };
}
