import { requirementError } from './error-codes.js';
import type { Requirement } from './requirement.js';

/**
 * Refuses what is no list of requirements, such as a list with the function that makes one, and a list of none: nothing
 * would be checked, and it would look as if all were well.
 *
 * @throws {MettleError} `requirements/invalid_requirements`, naming the place; `requirements/none`.
 */
export function checkRequirementList(
  owner: string,
  list: readonly Requirement[],
  name = 'requirements',
): void {
  if (!Array.isArray(list)) {
    throw requirementError(
      'invalid_requirements',
      `${owner} needs ${name}: a list of requirements, got ${list === null ? 'null' : typeof list}.`,
    );
  }
  if (list.length === 0)
    throw requirementError('none', `${owner} needs at least one requirement in ${name}.`);
  const index = list.findIndex(
    (item: unknown) => typeof item !== 'object' || item === null || !('key' in item) || !('validate' in item),
  );
  if (index < 0) return;
  const got: unknown = list[index];
  throw requirementError(
    'invalid_requirements',
    `${owner} got no requirement in ${name}[${index}], but ${typeof got === 'function' ? 'a function: call it' : String(got)}.`,
  );
}
