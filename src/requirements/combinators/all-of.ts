import type { Requirement } from '../requirement.js';
import { checkError, failWith, type Judgement, passWith } from '../verdict.js';
import {
  type CombinatorOptions,
  combined,
  findingsOf,
  type JudgedPart,
  notCheckedFor,
  reasonsOf,
  scoreOf,
} from './combine.js';

/**
 * Every part is met. A failure wins over a part that could not be checked, that over one that was not; the score is
 * the mean of the parts'.
 *
 * @throws {MettleError} `requirements/none` without parts, `requirements/invalid_requirements`.
 */
export function AllOf(parts: readonly Requirement[], options: CombinatorOptions = {}): Requirement {
  return combined('AllOf', parts, options, {
    describe: (descriptions) => descriptions.join(' '),
    separator: '; ',
    judge: judgeAllOf,
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
