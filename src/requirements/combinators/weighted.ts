import { defineOptions, type OptionKind, option } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { checkRequirementList } from '../requirement-list.js';
import { checkError, failWith, passWith } from '../verdict.js';
import {
  COMBINATOR_OPTIONS,
  type CombinatorOptions,
  engineOf,
  findingsOf,
  followsOf,
  judgeParts,
  notCheckedFor,
  reasonsOf,
  scoreOf,
  standingOf,
} from './combine.js';

/** One part of {@link Weighted} and how much it counts. */
interface WeightedPart {
  readonly requirement: Requirement;
  /** Above 0. */
  readonly weight: number;
}

/** What {@link Weighted} takes beside its parts. */
interface WeightedOptions extends CombinatorOptions {
  /** Share of the weight that must be met, above 0 and up to 1. */
  readonly threshold: number;
}

const aboveZero: OptionKind = {
  wanted: 'a number above 0, at most 1',
  allows: (value) => option.positive.allows(value) && Number(value) <= 1,
};

const checkWeightedOptions = defineOptions<WeightedOptions>()('Weighted', {
  ...COMBINATOR_OPTIONS,
  threshold: option.required(aboveZero),
});

/**
 * Enough of the parts are met, each counting by its weight and scored from 0 to 1. A part that was not checked makes
 * the whole unchecked, unless the others reach the threshold without it or cannot reach it even with it.
 *
 * @throws {MettleError} `requirements/none` without parts, `requirements/invalid_requirements`,
 *   `core/invalid_option`.
 */
export function Weighted(parts: readonly WeightedPart[], options: WeightedOptions): Requirement {
  checkWeightedOptions(options);
  const requirements = parts.map(({ requirement }) => requirement);
  checkRequirementList('Weighted', requirements, 'parts');
  const wrong = parts.find(({ weight }) => !option.positive.allows(weight));
  if (wrong !== undefined) throw invalidOption('Weighted', 'weight', option.positive.wanted, wrong.weight);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const { threshold } = options;
  return createRequirement({
    name: 'Weighted',
    key: options.key ?? `Weighted(${requirements.map(({ key }) => key).join(',')})`,
    description:
      options.description ??
      `As many as possible of these hold: ${requirements.map(({ description }) => description).join(' ')}`,
    how: `the weighted mean of ${requirements.length} parts reaches ${threshold}`,
    engine: engineOf(requirements),
    ...followsOf(requirements),
    ...standingOf(options),
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
      if (score >= threshold - 1e-9) return passWith(`Met: ${words}.`, { score });
      const reached = (earned + unknown) / total >= threshold - 1e-9;
      if (reached && judged.some(({ judgement }) => judgement.verdict === 'error')) {
        return checkError(reasonsOf(judged, 'error'));
      }
      if (reached) return notCheckedFor(judged);
      return failWith(`Not met: ${words}. ${reasonsOf(judged, 'fail')}`.trim(), {
        findings: findingsOf(judged),
        score,
      });
    },
  });
}
