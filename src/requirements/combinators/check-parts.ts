import { MettleError } from '../../core/index.js';
import type { Requirement } from '../requirement.js';

/** @throws {MettleError} `requirements/none` for a combination of nothing. */
export function checkParts(name: string, parts: readonly Requirement[]): void {
  if (parts.length > 0) return;
  throw new MettleError({
    code: 'requirements/none',
    message: `${name} needs at least one requirement to combine.`,
  });
}
