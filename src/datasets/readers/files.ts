import { lstat, opendir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { errorMessage } from '../../core/index.js';
import { datasetError } from '../dataset-error.js';

/** A file below a folder. */
export interface FoundFile {
  readonly path: string;
  /** Below the folder, with `/`; the file's name where a file was asked for. */
  readonly relative: string;
  readonly bytes: number;
}

/**
 * The files with one of these endings below a folder, in order of their names, or the one file that a path is. Links
 * are not followed, so a folder never leads out of itself.
 *
 * @throws {MettleError} `datasets/not_found` when the path is not there, or nothing in it has such an ending.
 */
export async function filesBelow(path: string, endings: readonly string[]): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const visit = async (at: string, relative: string): Promise<void> => {
    const stat = await lstat(at).catch((cause: unknown) => {
      throw datasetError('not_found', `Can't read ${at}: ${errorMessage(cause)}`, { cause });
    });
    if (stat.isFile()) {
      if (relative === '' || endings.includes(extname(at).toLowerCase())) {
        found.push({
          path: at,
          relative: relative === '' ? basename(at) : relative,
          bytes: stat.size,
        });
      }
      return;
    }
    if (!stat.isDirectory()) return;
    const names: string[] = [];
    for await (const entry of await opendir(at)) names.push(entry.name);
    for (const name of names.sort())
      await visit(join(at, name), relative === '' ? name : `${relative}/${name}`);
  };
  await visit(path, '');
  if (found.length > 0) return found;
  throw datasetError('not_found', `${path} holds no file that ends in ${endings.join(', ')}.`);
}
