import { coreError } from '../../core/internal.js';

/**
 * Refuses a question and labels that nothing could be chosen from.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function checkLabels(
  owner: string,
  options: { readonly question: string; readonly labels: readonly string[] },
): { readonly question: string; readonly labels: readonly string[] } {
  const { question, labels } = options;
  if (typeof question !== 'string' || question.trim() === '') {
    throw coreError('invalid_option', `${owner} needs a question.`);
  }
  if (!Array.isArray(labels) || labels.length === 0) {
    throw coreError('invalid_option', `${owner} needs labels: a list of at least one text.`);
  }
  const seen = new Set<string>();
  for (const label of labels as readonly unknown[]) {
    if (typeof label !== 'string' || label.trim() === '') {
      throw coreError('invalid_option', `${owner}: each label has to be a text with words in it.`);
    }
    if (seen.has(label)) {
      throw coreError('invalid_option', `${owner} has the label ${JSON.stringify(label)} twice.`);
    }
    seen.add(label);
  }
  return { question, labels: [...seen] };
}
