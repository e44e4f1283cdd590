import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';

/** A text file that grows by lines. */
export interface LogFile {
  /** Begins it: empty, or after what it holds. Gives what it held, which is empty for a new one. */
  begin(append: boolean): Promise<string>;
  /** Adds a line, which is in the file when the promise resolves. */
  line(text: string): Promise<void>;
}

/**
 * Opens nothing yet; the folder of the file is made when it is begun.
 *
 * @throws {MettleError} `training/cannot_write` from either method, with the host's reason.
 */
export function logFile(owner: string, path: string): LogFile {
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw trainingError('cannot_write', `${owner} cannot write ${path}: ${errorMessage(cause)}`, { cause });
    }
  };
  return {
    begin: (append) =>
      doing(async () => {
        await mkdir(dirname(path), { recursive: true });
        const before = append ? await readFile(path, 'utf8').catch(noFile) : '';
        // A line that was cut off by a crash is ended, so that the next one stands alone.
        if (before === '' || !append) await writeFile(path, '');
        else if (!before.endsWith('\n')) await appendFile(path, '\n');
        return before;
      }),
    line: (text) => doing(() => appendFile(path, `${text}\n`)),
  };
}

function noFile(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
