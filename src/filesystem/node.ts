import { PersistentMap } from './persistent-map.js';

/** A file of the tree. Its bytes never change; a write makes another node. */
export interface FileNode {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
}

/** A directory of the tree. */
export interface DirectoryNode {
  readonly kind: 'directory';
  /** Permission bits; undefined for those of the host folder's directory. */
  readonly mode: number | undefined;
  /** Whether the host folder's directory of the same path shows through where `children` says nothing. */
  readonly through: boolean;
  readonly children: PersistentMap<TreeNode>;
}

/** A removal: hides what the host folder has at this path. */
export interface AbsentNode {
  readonly kind: 'absent';
}

/** What a tree records of one name in a directory. */
export type TreeNode = FileNode | DirectoryNode | AbsentNode;

/** The one {@link AbsentNode}. */
export const ABSENT: AbsentNode = { kind: 'absent' };

/** Permission bits of a new file. */
export const FILE_MODE = 0o644;

/** Permission bits of a new directory. */
export const DIRECTORY_MODE = 0o755;

/** A directory that holds nothing of its own. */
export function emptyDirectory(options: {
  readonly through: boolean;
  readonly mode?: number | undefined;
}): DirectoryNode {
  return {
    kind: 'directory',
    mode: options.mode,
    through: options.through,
    children: PersistentMap.empty(),
  };
}
