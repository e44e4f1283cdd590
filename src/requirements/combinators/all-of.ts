import { createRequirement, type Requirement } from '../requirement.js';
import { checkRequirementList } from '../requirement-list.js';
import { checkError, failWith, type Judgement, passWith } from '../verdict.js';
import {
  type CombinatorOptions,
  checkCombinatorOptions,
  engineOf,
  findingsOf,
  followsOf,
  type JudgedPart,
  judgeParts,
  notCheckedFor,
  reasonsOf,
  scoreOf,
  standingOf,
} from './combine.js';

/**
 * Every part is met. A failure wins over a part that could not be checked, that over one that was not; the score is
 * the mean of the parts'.
 *
 * @throws {MettleError} `requirements/none` without parts, `requirements/invalid_requirements`.
 */
export function AllOf(parts: readonly Requirement[], options: CombinatorOptions = {}): Requirement {
  checkCombinatorOptions(options, 'AllOf');
  checkRequirementList('AllOf', parts, 'parts');
  return createRequirement({
    name: 'AllOf',
    key: options.key ?? `AllOf(${parts.map(({ key }) => key).join(',')})`,
    description: options.description ?? parts.map(({ description }) => description).join(' '),
    how: parts.map(({ how }) => how).join('; '),
    engine: engineOf(parts),
    ...followsOf(parts),
    ...standingOf(options),
    validate: async (artefact, context) => judgeAllOf(await judgeParts(parts, artefact, context)),
  });
}

function judgeAllOf(judged: readonly JudgedPart[]): Judgement {
  const has = (verdict: Judgement['verdict']): boolean =>
    judged.some(({ judgement }) => judgement.verdict === verdict);
  const score = judged.reduce((sum, { judgement }) => sum + scoreOf(judgement), 0) / judged.length;
  if (has('fail')) return failWith(reasonsOf(judged, 'fail'), { findings: findingsOf(judged), score });
  if (has('error')) return checkError(reasonsOf(judged, 'error'));
  if (has('not_checked')) return notCheckedFor(judged);
  return passWith('All parts are met.', { findings: findingsOf(judged), score });
}
