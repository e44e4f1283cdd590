import type { Json } from '../../core/index.js';
import { compareAnswers } from '../../evaluation/index.js';
import type { ExpectedAnswer, ExpectedOutcome, Task } from '../../records/index.js';

/** Numbers from nothing to a hundred. */
const SPRAY: readonly number[] = Array.from({ length: 101 }, (_, number) => number);

/** Answers that someone could give without having looked at anything. */
export const blindAnswers: readonly Json[] = [
  null,
  true,
  false,
  '',
  'done',
  'all done',
  'unknown',
  'row row row row row row',
  -1,
  0,
  1,
  [],
  {},
  [0],
  [''],
  [[]],
  SPRAY.join(' '),
  SPRAY,
];

/** What a prompt itself offers as an answer: all of it, its quoted texts and its numbers, each of them in a list, and all of them. */
export function answersInPrompt(prompt: string): readonly Json[] {
  const quoted = [...prompt.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(([text]) => {
    try {
      return [JSON.parse(text) as Json];
    } catch {
      return [];
    }
  });
  const numbers = [...prompt.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  const parts = [...new Set([...quoted, ...numbers])];
  return [prompt, ...parts, ...parts.map((part) => [part]), quoted, numbers];
}

/** Whether an answer would be right that needs no look at the world, also one of the words that the agent is given. */
export function isGuessable(
  { prompt, instructions = '' }: Pick<Task, 'prompt' | 'instructions'>,
  expected: ExpectedAnswer,
): boolean {
  const words = expected.comparison === 'exact' ? wordsOf(`${prompt}\n${instructions}`) : [];
  return [...blindAnswers, ...answersInPrompt(prompt), ...words].some(
    (answer) => compareAnswers(expected, answer) === null,
  );
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_-]+/u);
}

/** Whether nobody passes who has not got something out of the world before. */
export function demandsLook({ process = [] }: ExpectedOutcome): boolean {
  return process.some(
    (check) => check.kind === 'observed' || (check.kind === 'called' && check.status !== 'error'),
  );
}
