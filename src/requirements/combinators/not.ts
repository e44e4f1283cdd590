import { judgeRequirement } from '../pipeline/judge-requirement.js';
import { defineRequirement, type Requirement } from '../requirement.js';
import { fail, pass } from '../verdict.js';
import { type CombinatorOptions, followsOf, scoreOf } from './combine.js';

/**
 * The part is not met: pass and fail change places, and nothing else does. A part that was not checked, or could not
 * be, is neither met nor unmet.
 */
export function not(part: Requirement, options: CombinatorOptions = {}): Requirement {
  return defineRequirement({
    name: 'not',
    key: options.key ?? `not(${part.key})`,
    description: options.description ?? `This must not hold: ${part.description}`,
    how: `the opposite of: ${part.how}`,
    tier: part.tier,
    ...followsOf([part]),
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    async validate(artefact, context) {
      const judgement = await judgeRequirement(part, artefact, context);
      if (judgement.verdict === 'pass') {
        return fail(`${part.key} holds but must not: ${judgement.reason}`, {
          score: 1 - scoreOf(judgement),
        });
      }
      if (judgement.verdict === 'fail') return pass(`${part.key} does not hold: ${judgement.reason}`);
      return judgement;
    },
  });
}
