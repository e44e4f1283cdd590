import { canonicalJson } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { Example, InputOutput, Outcome } from '../../training/index.js';
import { ranIntoLimit } from '../repair/repair-script.js';

/** Longest input and error that a note shows. */
const MOST_SHOWN = 80;

/**
 * Why a seed script is not used at all; null where it can be.
 *
 * @param examples - those that it was run on, in the order of the outcomes
 * @param given - the examples as the user knows them
 */
export function seedRefusal(
  outcomes: readonly Outcome[],
  examples: readonly Example[],
  given: readonly InputOutput[],
): string | null {
  const at = outcomes.findIndex((outcome) => outcome.error?.kind === 'syntax' || ranIntoLimit(outcome));
  const error = outcomes[at]?.error;
  const example = examples[at];
  if (error === undefined || error === null || example === undefined) return null;
  if (error.kind === 'syntax') {
    return `the seed script was not used: it is not valid Python: ${oneLine(error.message)}`;
  }
  const input = canonicalJson(example.input);
  const number = given.findIndex((pair) => canonicalJson(pair.input) === input) + 1;
  const place = number === 0 ? 'a held-out example' : `example ${number}`;
  return `the seed script was not used: on ${place}, ${oneLine(input)}, ${oneLine(error.message)}`;
}

/** What a seed script says that fails on every example in the same way; nothing for another one. */
export function seedFailure(outcomes: readonly Outcome[]): readonly string[] {
  const messages = new Set(outcomes.map(({ error }) => error?.message ?? ''));
  const [message = ''] = messages;
  if (messages.size !== 1 || message === '') return [];
  return [`the seed script fails on every example: ${oneLine(message)}`];
}

function oneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' '), MOST_SHOWN);
}
