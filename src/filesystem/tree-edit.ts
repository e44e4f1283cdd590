import type { DirectoryNode, TreeNode } from './node.js';
import { ABSENT, emptyDirectory } from './node.js';
import type { TreeView } from './tree-view.js';

/**
 * The root in which `names` holds `node`. Directories on the way must exist in the tree; those that so far only
 * the host folder shows get a node of their own. Everything else is shared with the old root.
 */
export function withNode(
  root: DirectoryNode,
  names: readonly string[],
  node: TreeNode,
  from = 0,
): DirectoryNode {
  const name = names[from];
  if (name === undefined) return node.kind === 'directory' ? node : root;
  const child = root.children.get(name);
  const inner = child?.kind === 'directory' ? child : emptyDirectory({ through: root.through });
  const next = from === names.length - 1 ? node : withNode(inner, names, node, from + 1);
  return next === child ? root : { ...root, children: root.children.set(name, next) };
}

/** The root in which nothing is at `names`, not even what the host folder has there. */
export function withoutNode(view: TreeView, names: readonly string[]): DirectoryNode {
  const parent = view.locate(names.slice(0, -1));
  const shines = parent.kind === 'directory' && parent.node.through && view.host?.entry(names) !== undefined;
  return shines ? withNode(view.root, names, ABSENT) : withoutChild(view.root, names);
}

function withoutChild(root: DirectoryNode, names: readonly string[], from = 0): DirectoryNode {
  const name = names[from];
  if (name === undefined) return root;
  if (from === names.length - 1) return { ...root, children: root.children.delete(name) };
  const child = root.children.get(name);
  if (child?.kind !== 'directory') return root;
  return { ...root, children: root.children.set(name, withoutChild(child, names, from + 1)) };
}
