import type { Json } from '../../core/index.js';
import type { Example, Outcome, TrainingQuestion } from '../../training/index.js';
import type { ConfidenceVerdict } from './confidence.js';
import { findUnprovenDetail } from './unproven-details.js';
import { findValuelessInput } from './valueless-input.js';

/** A ground to trust a script less, found by running it. */
export interface Doubt {
  readonly reason: string;
  /** An input whose output would settle it. */
  readonly question: TrainingQuestion | null;
}

/**
 * The first doubt of a script that does what every example says.
 *
 * @param inputs - inputs near those of the examples
 */
export async function findDoubt(options: {
  readonly script: string;
  readonly examples: readonly Example[];
  readonly inputs: readonly Json[];
  readonly evaluate: (script: string, examples: readonly Example[]) => Promise<readonly Outcome[]>;
}): Promise<Doubt | null> {
  const { script } = options;
  const detail = await findUnprovenDetail(options);
  if (detail !== null) {
    const { here, there, input, output, otherOutput, otherScript } = detail;
    const answers = [
      { output, script },
      { output: otherOutput, script: otherScript },
    ];
    return { reason: `no example tells \`${here}\` from \`${there}\``, question: { input, answers } };
  }
  const valueless = await findValuelessInput(options);
  return valueless === null
    ? null
    : { reason: `it fails on ${JSON.stringify(valueless)}, a part of an example`, question: null };
}

/** A high verdict, lowered. */
export function doubted(
  { reasons }: ConfidenceVerdict,
  { reason }: Pick<Doubt, 'reason'>,
): ConfidenceVerdict {
  return { confidence: 'medium', reasons: [...reasons, reason] };
}
