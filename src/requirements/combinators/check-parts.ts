import { requirementError } from '../error-codes.js';
import type { Requirement } from '../requirement.js';

/** @throws {MettleError} `requirements/none` for a combination of nothing. */
export function checkParts(name: string, parts: readonly Requirement[]): void {
  if (parts.length > 0) return;
  throw requirementError('none', `${name} needs at least one requirement to combine.`);
}
