import { MettleError } from '../../core/index.js';

/** The error for a patch that cannot be read. */
export function invalidPatch(line: number, why: string): MettleError {
  return new MettleError({
    code: 'filesystem/invalid_patch',
    message: `This patch cannot be read: ${why} (line ${line} of the patch).`,
    details: { line },
  });
}
