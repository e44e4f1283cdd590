import type { Json } from '../../../core/index.js';
import type { TrainingQuestion } from '../../../training/index.js';

/** What a person is asked: the input on which the best fits disagree, and what they make of it. */
export function questionLines({ input, answers }: TrainingQuestion): readonly string[] {
  return [
    `What should come out of ${JSON.stringify(input)}? Scripts that fit every example disagree:`,
    ...answers.map(({ output }, index) => `  ${index + 1}. ${JSON.stringify(output)}`),
  ];
}

/** How to answer. */
export const HOW_TO_ANSWER = 'Its number, or the right output as JSON; empty to stop asking:';

/** The output that a line means: one of the answers by its number, JSON, or text as it is; null for an empty line. */
export function readAnswer(line: string, { answers }: TrainingQuestion): { readonly output: Json } | null {
  const text = line.trim();
  if (text === '') return null;
  const chosen = /^[0-9]+$/.test(text) ? answers[Number(text) - 1] : undefined;
  // A number that is itself among the outputs is that output.
  const isOutput = answers.some(({ output }) => JSON.stringify(output) === text);
  if (chosen !== undefined && !isOutput) return { output: chosen.output };
  try {
    return { output: JSON.parse(text) as Json };
  } catch {
    return { output: text };
  }
}
