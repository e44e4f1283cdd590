import { alreadyExists, pathError, show } from './errors.js';
import { ABSENT, type FileNode, type TreeNode } from './node.js';
import { PersistentMap } from './persistent-map.js';
import { withNode } from './tree-edit.js';
import type { TreeEditor } from './tree-editor.js';
import { pathKey } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import { TreeView } from './tree-view.js';

/** Files in the root of a tree that are no changes of it as long as they are as they were written; by name. */
export type SetAside = PersistentMap<FileNode>;

/** None. */
export const NOTHING_SET_ASIDE: SetAside = PersistentMap.empty();

/** Writes a file into the root and notes it beside those that were set aside before. */
export function writeAside(
  editor: TreeEditor,
  names: readonly string[],
  { aside, text }: { readonly aside: SetAside; readonly text: string },
): SetAside {
  const [name] = names;
  if (name === undefined || names.length > 1) throw notInRoot(pathKey(names));
  if (editor.view.locate(names).kind !== 'missing') throw alreadyExists(name);
  editor.write(names, new TextEncoder().encode(text));
  const file = editor.view.root.children.get(name);
  return file?.kind === 'file' ? aside.set(name, file) : aside;
}

/**
 * The state that changes up to `now` are counted from: `origin` with the files that were set aside and are as they were,
 * and without the others, so that one which was changed counts as new, and one that is gone as nothing.
 */
export function withSetAside(origin: TreeState, now: TreeState, aside: SetAside): TreeState {
  let { root } = origin.view;
  for (const [name, file] of aside.entries()) {
    const is = now.view.root.children.get(name);
    if (isSame(is, file)) root = withNode(root, [name], is);
    else if (isSame(root.children.get(name), file)) root = { ...root, children: root.children.delete(name) };
  }
  return root === origin.view.root ? origin : { ...origin, view: new TreeView(root, origin.view.host) };
}

function isSame(node: TreeNode = ABSENT, file: FileNode): node is FileNode {
  if (node.kind !== 'file' || node.mode !== file.mode) return false;
  return node.bytes === file.bytes || Buffer.compare(node.bytes, file.bytes) === 0;
}

function notInRoot(path: string): Error {
  return pathError(
    'invalid_path',
    'EINVAL',
    path,
    `Only a file in the root can be set aside, not ${show(path)}.`,
  );
}
