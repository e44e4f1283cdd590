import { checkOptionNames as checkNames, MettleError } from '../core/index.js';
import type { Requirement } from './requirement.js';

/**
 * Refuses options that are no object or do not exist: a budget that is misspelt must not be taken for one that holds.
 *
 * @throws {MettleError} `requirements/invalid_options`; `requirements/unknown_option`, naming the option and those there
 *   are.
 */
export function checkOptionNames(owner: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new MettleError({
      code: 'requirements/invalid_options',
      message: `${owner} needs an object with any of ${known.join(', ')}.`,
    });
  }
  checkNames(options, known, { code: 'requirements/unknown_option', owner });
}

/**
 * Refuses what is no list of requirements, such as a list with the function that makes one.
 *
 * @throws {MettleError} `requirements/invalid_requirements`, naming the place.
 */
export function checkRequirementList(owner: string, list: readonly Requirement[]): void {
  if (!Array.isArray(list)) {
    throw new MettleError({
      code: 'requirements/invalid_requirements',
      message: `${owner} needs requirements: a list of requirements, got ${list === null ? 'null' : typeof list}.`,
    });
  }
  const index = list.findIndex(
    (item: unknown) => typeof item !== 'object' || item === null || !('key' in item) || !('validate' in item),
  );
  if (index < 0) return;
  const got: unknown = list[index];
  throw new MettleError({
    code: 'requirements/invalid_requirements',
    message: `${owner} got no requirement in requirements[${index}], but ${typeof got === 'function' ? 'a function: call it' : String(got)}.`,
  });
}
