import { isDirectory, notDirectory } from './errors.js';
import { DIRECTORY_MODE, type DirectoryNode, FILE_MODE, type FileNode } from './node.js';
import { PersistentMap } from './persistent-map.js';
import { pathKey, pathNames } from './tree-path.js';

/** A directory whose content isn't complete yet. */
type Draft = Map<string, FileNode | Draft>;

/**
 * The root of a tree in memory that holds these files and no others. Each directory is built once, so the work grows with
 * the names in the paths; with one write after another it would grow with the square of their depth.
 */
export function rootOf(files: Iterable<readonly [path: string, bytes: Uint8Array]>): DirectoryNode {
  const root: Draft = new Map();
  for (const [path, bytes] of files) {
    const names = pathNames(path);
    const name = names.at(-1);
    const folder = folderOf(root, names);
    if (name === undefined || folder.get(name) instanceof Map) throw isDirectory(pathKey(names));
    folder.set(name, { kind: 'file', bytes, mode: FILE_MODE });
  }
  return directoryOf(root, undefined);
}

/** The directory that a file is in; made where it is missing. */
function folderOf(root: Draft, names: readonly string[]): Draft {
  let folder = root;
  for (let depth = 0; depth < names.length - 1; depth++) {
    const name = names[depth] as string;
    let inner = folder.get(name);
    if (inner === undefined) {
      inner = new Map();
      folder.set(name, inner);
    }
    if (!(inner instanceof Map)) throw notDirectory(pathKey(names.slice(0, depth + 1)));
    folder = inner;
  }
  return folder;
}

function directoryOf(draft: Draft, mode: number | undefined): DirectoryNode {
  const children = [...draft].map(
    ([name, child]) => [name, child instanceof Map ? directoryOf(child, DIRECTORY_MODE) : child] as const,
  );
  return { kind: 'directory', mode, through: false, children: PersistentMap.of(children) };
}
