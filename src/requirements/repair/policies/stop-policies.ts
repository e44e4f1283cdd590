import { contentHash } from '../../../core/index.js';
import type { Attempt } from '../attempt.js';
import type { StopPolicy } from '../strategy.js';

/** Goes on as long as the budget lasts. */
export const neverStop: StopPolicy = () => null;

/**
 * Stops when the model, told what was wrong, gives an answer that it gave before: the same program, or where there is
 * none the same text and tool calls. Another program that fails in the same way is no repetition.
 */
export const stopWhenStuck: StopPolicy = ({ attempts }) =>
  repeatsAnswer(attempts) ? 'The model wrote the same answer again.' : null;

/** Whether the last of these attempts gives the answer of an earlier one. */
function repeatsAnswer(attempts: readonly Attempt[]): boolean {
  const answers = attempts.map(answerOf);
  const last = answers.pop();
  return last !== undefined && answers.includes(last);
}

/** The identity of what the model itself wrote, before mechanical fixes. */
function answerOf({ original, report }: Attempt): string {
  const { code, artefact } = original?.report ?? report;
  return contentHash(
    code === null ? ['reply', artefact.text.trim(), artefact.toolCalls] : ['code', code.trim()],
  );
}
