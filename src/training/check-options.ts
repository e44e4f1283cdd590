import { MettleError } from '../core/index.js';
import { checkOptionNames } from '../core/internal.js';

/** The error for an option with a value that is not allowed. */
export function badOption(owner: string, option: string, wanted: string, got: unknown): MettleError {
  return new MettleError({
    code: 'core/invalid_option',
    message: `${owner}: ${option} must be ${wanted}; got ${typeof got === 'string' ? JSON.stringify(got) : String(got)}.`,
    details: { owner, option },
  });
}

/** Refuses options that do not exist, which a misspelt name would be. */
export function checkNames(owner: string, options: object, known: readonly string[]): void {
  checkOptionNames(options, known, { code: 'core/invalid_option', owner });
}
