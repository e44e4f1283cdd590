import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';

/**
 * Makes the output folder where there is none, and makes sure that it can be written, before any work is done for it.
 *
 * @returns whether the folder is new.
 * @throws {MettleError} `pipelines/output_unwritable`.
 */
export async function prepareOutputFolder(folder: string): Promise<boolean> {
  try {
    const isNew = await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    return isNew;
  } catch (error) {
    throw pipelineError(
      'output_unwritable',
      `Cannot write to ${folder}: ${errorMessage(error)}. Choose another folder with --out.`,
      { cause: error },
    );
  }
}

/**
 * Makes a folder and those above it. Node's own recursive mkdir never returns where the system refuses a folder with
 * ENOENT although the one above it exists, as /proc does.
 */
async function makeFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return false;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have made it in this moment.
    if (
      await stat(folder).then(
        (made) => made.isDirectory(),
        () => false,
      )
    )
      return false;
    throw error;
  }
  return true;
}
