import { coreError } from '../../core/internal.js';

/**
 * Refuses labels that can't be told apart.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function differentLabels(owner: string, labels: readonly string[]): readonly string[] {
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice === undefined) return [...labels];
  throw coreError('invalid_option', `${owner} has the label ${JSON.stringify(twice)} twice.`);
}
