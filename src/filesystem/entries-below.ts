import type { Steps } from '../core/index.js';
import { pathError, show } from './errors.js';
import type { FileEntry } from './file-stat.js';
import type { TreeFiles } from './tree-files.js';

/** How much {@link entriesBelow} may find. */
export interface EntryLimits {
  /** Files, folders and links. */
  readonly entries: number;
  /** Folders inside folders. */
  readonly levels: number;
  /** Ends the error: what to do about too many. */
  readonly advice: string;
}

/**
 * Everything in a folder of a tree, each folder before what it holds, and all of one folder together. A link is listed as
 * itself and never entered, so the work grows with what is there and not with the ways that lead to it.
 *
 * @throws {MettleError} `filesystem/too_many_entries` for more than the limits, naming where they were reached.
 */
export function* entriesBelow(
  files: Pick<TreeFiles, 'entries'>,
  folder: string,
  limits?: EntryLimits,
): Steps<readonly (readonly [path: string, entry: FileEntry])[]> {
  const found: (readonly [string, FileEntry])[] = [];
  const folders = [{ path: folder, level: 0 }];
  for (let from = folders.pop(); from !== undefined; from = folders.pop()) {
    const level = from.level + 1;
    const inside: string[] = [];
    for (const [name, entry] of files.entries(from.path)) {
      yield;
      const path = from.path === '' ? name : `${from.path}/${name}`;
      if (limits !== undefined && found.length >= limits.entries)
        throw tooMany(path, `more than ${limits.entries} files and folders`, limits);
      found.push([path, entry]);
      if (entry.kind !== 'directory') continue;
      if (limits !== undefined && level > limits.levels)
        throw tooMany(path, `folders nested more than ${limits.levels} deep`, limits);
      inside.push(path);
    }
    for (const path of inside.reverse()) folders.push({ path, level });
  }
  return found;
}

function tooMany(path: string, what: string, { advice }: EntryLimits): Error {
  return pathError(
    'too_many_entries',
    'EFBIG',
    path,
    `There are ${what} (reached at ${show(path)}). ${advice}`,
  );
}
