import { MettleError } from '../../core/index.js';
import { checkPositive } from '../arguments.js';
import { defineRequirement, type Requirement } from '../requirement.js';
import { checkError, fail, pass } from '../verdict.js';
import { checkParts } from './check-parts.js';
import {
  type CombinatorOptions,
  findingsOf,
  followsOf,
  judgeParts,
  notCheckedFor,
  reasonsOf,
  scoreOf,
  tierOf,
} from './combine.js';

/** One part of {@link weighted} and how much it counts. */
export interface WeightedPart {
  readonly requirement: Requirement;
  /** Above 0. */
  readonly weight: number;
}

/** What {@link weighted} takes beside its parts. */
export interface WeightedOptions extends CombinatorOptions {
  /** Share of the weight that must be met, above 0 and up to 1. */
  readonly threshold: number;
}

/**
 * Enough of the parts are met, each counting by its weight and scored from 0 to 1. A part that was not checked makes
 * the whole unchecked, unless the others reach the threshold without it or cannot reach it even with it.
 *
 * @throws {MettleError} `requirements/none` without parts, `requirements/not_positive` for a weight that is not above
 *   0, `requirements/invalid_threshold`.
 */
export function weighted(parts: readonly WeightedPart[], options: WeightedOptions): Requirement {
  const requirements = parts.map(({ requirement }) => requirement);
  checkParts('weighted', requirements);
  const total = parts.reduce((sum, { weight }) => sum + checkPositive('weight', weight), 0);
  const { threshold } = options;
  if (!(threshold > 0 && threshold <= 1)) {
    throw new MettleError({
      code: 'requirements/invalid_threshold',
      message: `threshold must be above 0 and at most 1, got ${threshold}.`,
    });
  }
  return defineRequirement({
    name: 'weighted',
    key: options.key ?? `weighted(${requirements.map(({ key }) => key).join(',')})`,
    description:
      options.description ??
      `As many as possible of these hold: ${requirements.map(({ description }) => description).join(' ')}`,
    how: `the weighted mean of ${requirements.length} parts reaches ${threshold}`,
    tier: tierOf(requirements),
    ...followsOf(requirements),
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    async validate(artefact, context) {
      const judged = await judgeParts(requirements, artefact, context);
      let earned = 0;
      let unknown = 0;
      for (const [index, { judgement }] of judged.entries()) {
        const weight = parts[index]?.weight ?? 0;
        if (judgement.verdict === 'pass' || judgement.verdict === 'fail')
          earned += weight * scoreOf(judgement);
        else unknown += weight;
      }
      const score = earned / total;
      const words = `${score.toFixed(2)} of the needed ${threshold}`;
      // Sums of weights are compared with room for the rounding of the last digits.
      if (score >= threshold - 1e-9) return pass(`Met: ${words}.`, { score });
      const reached = (earned + unknown) / total >= threshold - 1e-9;
      if (reached && judged.some(({ judgement }) => judgement.verdict === 'error')) {
        return checkError(reasonsOf(judged, 'error'));
      }
      if (reached) return notCheckedFor(judged);
      return fail(`Not met: ${words}. ${reasonsOf(judged, 'fail')}`.trim(), {
        findings: findingsOf(judged),
        score,
      });
    },
  });
}
