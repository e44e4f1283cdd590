import { requirementError } from './error-codes.js';
import type { Requirement } from './requirement.js';

/**
 * Refuses what is no list of requirements, such as a list with the function that makes one.
 *
 * @throws {MettleError} `requirements/invalid_requirements`, naming the place.
 */
export function checkRequirementList(owner: string, list: readonly Requirement[]): void {
  if (!Array.isArray(list)) {
    throw requirementError(
      'invalid_requirements',
      `${owner} needs requirements: a list of requirements, got ${list === null ? 'null' : typeof list}.`,
    );
  }
  const index = list.findIndex(
    (item: unknown) => typeof item !== 'object' || item === null || !('key' in item) || !('validate' in item),
  );
  if (index < 0) return;
  const got: unknown = list[index];
  throw requirementError(
    'invalid_requirements',
    `${owner} got no requirement in requirements[${index}], but ${typeof got === 'function' ? 'a function: call it' : String(got)}.`,
  );
}
