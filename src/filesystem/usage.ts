import type { DirectoryNode, TreeNode } from './node.js';
import { DIRECTORY_MODE } from './node.js';
import { PersistentMap } from './persistent-map.js';
import type { Location, TreeView } from './tree-view.js';

/** What a tree, or a part of one, takes of its limits. */
export interface Usage {
  readonly bytes: number;
  readonly entries: number;
}

/** Nothing. */
export const NO_USAGE: Usage = { bytes: 0, entries: 0 };

const directoryUsage = new WeakMap<DirectoryNode, Usage>();

/** What a node takes: the bytes of its files, and its files and directories; not what the host folder shows. */
export function usageOf(node: TreeNode | undefined): Usage {
  if (node === undefined || node.kind === 'absent') return NO_USAGE;
  if (node.kind === 'file') return { bytes: node.bytes.byteLength, entries: 1 };
  const known = directoryUsage.get(node);
  if (known !== undefined) return known;
  let bytes = 0;
  let entries = node.through ? 0 : 1;
  for (const [, child] of node.children.entries()) {
    const usage = usageOf(child);
    bytes += usage.bytes;
    entries += usage.entries;
  }
  const usage = { bytes, entries };
  directoryUsage.set(node, usage);
  return usage;
}

/**
 * A node that holds everything at a location by itself, so that it can stand elsewhere: what the host folder shows
 * is read and counts as written. What the tree holds already is shared, not copied.
 *
 * @param onRead - told, before each next read, what has been read so far in all; it may throw to stop.
 */
export function materialise(view: TreeView, found: Location, onRead: (read: Usage) => void): TreeNode {
  let read = NO_USAGE;
  return copy(view, found, (bytes) => {
    read = { bytes: read.bytes + bytes, entries: read.entries + 1 };
    onRead(read);
  });
}

function copy(view: TreeView, found: Location, spend: (bytes: number) => void): TreeNode {
  if (found.kind === 'file') return found.node;
  if (found.kind !== 'directory') {
    if (found.kind === 'host_file') spend(found.entry.size);
    return { kind: 'file', bytes: view.bytesOf(found, found.names), mode: view.modeOf(found) };
  }
  if (!found.node.through) return found.node;
  spend(0);
  let children = PersistentMap.empty<TreeNode>();
  for (const name of view.list(found.names)) {
    const names = [...found.names, name];
    const child = view.locate(names);
    const linked =
      child.kind === 'directory' && view.locate(names, { followLast: false }).kind !== 'directory';
    if (!linked) children = children.set(name, copy(view, child, spend));
  }
  return { kind: 'directory', through: false, mode: view.modeOf(found) || DIRECTORY_MODE, children };
}
