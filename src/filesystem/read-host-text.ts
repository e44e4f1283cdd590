import { readFile } from 'node:fs/promises';
import { errorMessage } from '../core/internal.js';
import { fileSystemError } from './error-codes.js';

/**
 * The text of a host file.
 *
 * @param what what the file should hold, for the message, such as `trajectories`
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read or isn't UTF-8.
 */
export async function readHostText(path: string, what: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    throw fileSystemError('unreadable_file', `Cannot read ${what} from ${path}: ${errorMessage(cause)}`, {
      cause,
    });
  }
}
