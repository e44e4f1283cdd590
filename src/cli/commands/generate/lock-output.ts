import { join } from 'node:path';
import { errorMessage, MettleError } from '../../../core/index.js';
import { lockFolder } from '../../folder-lock.js';
import { usageError } from '../../parse-option.js';

/**
 * Keeps other runs off a folder that exists, until the lock is disposed.
 * @throws {MettleError} `cli/usage` while another run writes there, or where the folder can't be written to.
 */
export function lockOutput(folder: string): Disposable {
  try {
    const lock = lockFolder(join(folder, 'run.lock'), folder, 'run');
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw usageError(`Cannot write to ${folder}: ${errorMessage(error)}. Choose another folder with --out.`);
  }
}
