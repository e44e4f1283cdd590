import type { MettleError } from '../../core/index.js';
import { fileSystemError } from '../error-codes.js';

/** The error for a patch that cannot be read. */
export function invalidPatch(line: number, why: string): MettleError {
  return fileSystemError('invalid_patch', `This patch cannot be read: ${why} (line ${line} of the patch).`, {
    details: { line },
  });
}
