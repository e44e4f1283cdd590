import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MettleError } from '../../../core/index.js';
import { cliError } from '../../error-codes.js';

/** Refuses, before any work is done, a place for the page that cannot be written, or is the name of another kind of file. */
export async function checkReport(path: string): Promise<void> {
  if (!/\.html?$/i.test(path)) {
    throw unwritable(`--report ${path} is no name of a page; name a file that ends with .html.`);
  }
  if ((await stat(path).catch(() => null))?.isFile() === false) {
    throw unwritable(`--report: ${path} is there and no file; choose another name.`);
  }
  try {
    if (!(await stat(dirname(path))).isDirectory()) throw new Error('it is a file');
    await access(dirname(path), constants.W_OK);
  } catch (cause) {
    throw unwritable(
      `--report: ${dirname(path)} is not a folder that can be written; create it or choose another.`,
      cause,
    );
  }
}

function unwritable(message: string, cause?: unknown): MettleError {
  return cliError('unwritable_output', message, { cause });
}
