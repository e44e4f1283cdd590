import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { errorMessage, inTurns } from '../../core/internal.js';
import { createFileTree } from '../../filesystem/index.js';
import { entriesBelow } from '../../filesystem/internal.js';
import { datasetError } from '../error-codes.js';

/** A file below a folder. */
export interface FoundFile {
  readonly path: string;
  /** Below the folder, with `/`; the file's name where a file was asked for. */
  readonly relative: string;
  readonly bytes: number;
}

/** Shows what a file tree leaves out by itself. */
const EVERYTHING = ['!**'];

/**
 * The files with one of these endings below a folder, in order of their names, or the one file that a path is. Links are as
 * in every file tree: one to a file in the folder is that file, one to a folder is not entered, and one that leads out of the
 * folder is not there.
 *
 * @throws {MettleError} `datasets/not_found` when the path is not there, or nothing in it has such an ending.
 */
export async function filesBelow(path: string, endings: readonly string[]): Promise<readonly FoundFile[]> {
  const status = await stat(path).catch((cause: unknown) => {
    throw datasetError('not_found', `Can't read ${path}: ${errorMessage(cause)}`, { cause });
  });
  if (status.isFile()) return [{ path, relative: basename(path), bytes: status.size }];
  const found = status.isDirectory() ? await filesIn(path, endings) : [];
  if (found.length > 0) return found;
  throw datasetError('not_found', `${path} holds no file that ends in ${endings.join(', ')}.`);
}

async function filesIn(folder: string, endings: readonly string[]): Promise<readonly FoundFile[]> {
  const tree = createFileTree({ base: folder, ignore: EVERYTHING });
  const entries = await inTurns(entriesBelow(tree, ''));
  return entries
    .flatMap(([relative, entry]): readonly FoundFile[] => {
      if (entry.kind === 'directory' || !endings.includes(extname(relative).toLowerCase())) return [];
      const { kind, size } = tree.stat(relative);
      if (kind !== 'file') return [];
      return [{ path: join(folder, entry.kind === 'link' ? entry.target : relative), relative, bytes: size }];
    })
    .sort((left, right) => (inOrder(left) < inOrder(right) ? -1 : 1));
}

/** Sorts a folder's files before those of a folder whose name is longer. */
function inOrder({ relative }: FoundFile): string {
  return relative.replaceAll('/', '\0');
}
