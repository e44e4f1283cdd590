import { checkPositiveInteger } from '../../arguments.js';
import { answerSignature, failureSignature } from '../failure-signature.js';
import type { StopPolicy } from '../strategy.js';

/** What {@link stopWhenStuck} takes. */
export interface StopWhenStuckOptions {
  /** How often in a row the same failures may come again before it stops. Default 1: at the first repetition. */
  readonly patience?: number;
  /** Whether equal failures of different code count as no progress. Default true. */
  readonly compareFailures?: boolean;
}

/** Goes on as long as the budget lasts. */
export const neverStop: StopPolicy = () => null;

/**
 * Stops when a lane makes no progress: the model wrote the same answer as in any earlier attempt, or the same
 * failures came again.
 *
 * @throws {MettleError} `requirements/not_positive` for a patience that is no whole number above 0.
 */
export function stopWhenStuck(options: StopWhenStuckOptions = {}): StopPolicy {
  const patience = checkPositiveInteger('patience', options.patience ?? 1);
  const compareFailures = options.compareFailures ?? true;
  return ({ attempts }) => {
    const repeatedAnswers = countBack(
      attempts.map(({ report }) => answerSignature(report)),
      true,
    );
    if (repeatedAnswers >= patience) return 'The model wrote the same answer again.';
    if (!compareFailures) return null;
    const repeatedFailures = countBack(
      attempts.map(({ report }) => failureSignature(report)),
      false,
    );
    return repeatedFailures >= patience ? 'The same requirements were not met in the same way again.' : null;
  };
}

/** How many of the last entries, counted back from the end, repeat an earlier one (any, or the one just before). */
function countBack(signatures: readonly string[], anyEarlier: boolean): number {
  let count = 0;
  for (let at = signatures.length - 1; at > 0; at--) {
    const earlier = anyEarlier ? signatures.slice(0, at) : signatures.slice(at - 1, at);
    if (!earlier.includes(signatures[at] ?? '')) break;
    count++;
  }
  return count;
}
