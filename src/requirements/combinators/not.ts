import { judgeRequirement } from '../pipeline/judge-requirement.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { type CombinatorOptions, checkCombinatorOptions, followsOf, scoreOf, standingOf } from './combine.js';

/**
 * The part is not met: pass and fail change places, and nothing else does. A part that was not checked, or could not
 * be, is neither met nor unmet.
 */
export function Not(part: Requirement, options: CombinatorOptions = {}): Requirement {
  checkCombinatorOptions(options, 'Not');
  return createRequirement({
    name: 'Not',
    key: options.key ?? `Not(${part.key})`,
    description: options.description ?? `This must not hold: ${part.description}`,
    how: `the opposite of: ${part.how}`,
    engine: part.engine,
    ...followsOf([part]),
    names: [],
    ...standingOf(options),
    async validate(artefact, context) {
      const judgement = await judgeRequirement(part, artefact, context);
      if (judgement.verdict === 'pass') {
        return failWith(`${part.key} holds but must not: ${judgement.reason}`, {
          score: 1 - scoreOf(judgement),
        });
      }
      if (judgement.verdict === 'fail') return passWith(`${part.key} does not hold: ${judgement.reason}`);
      return judgement;
    },
  });
}
