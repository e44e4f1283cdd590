import { MettleError } from '../core/index.js';

/** The error for an option with a value that is not allowed. */
export function badOption(owner: string, option: string, wanted: string, got: unknown): MettleError {
  return new MettleError({
    code: 'core/invalid_option',
    message: `${owner}: ${option} must be ${wanted}; got ${typeof got === 'string' ? JSON.stringify(got) : String(got)}.`,
    details: { owner, option },
  });
}
