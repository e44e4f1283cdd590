import type { TextUse } from '../../python/index.js';
import type { PythonValue } from '../python-value.js';
import { addTextRisks } from '../value-text-risks.js';
import type { Answer } from './wire/requests.js';

/** Adds to `found` what Monty does differently from CPython with the texts that an answer brings to the code. */
export function noteAnswerText(answer: Answer, found: Set<TextUse>): void {
  if (answer.kind === 'raise') addTextRisks(answer.message, found);
  if (answer.kind !== 'return') return;
  if (answer.given.kind === 'value') addTextRisks(answer.given.value as PythonValue, found);
  if (answer.given.kind === 'paths') addTextRisks(answer.given.paths, found);
}
