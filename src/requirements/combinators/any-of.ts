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
 * At least one part is met. It fails only when every part failed: while one could not be checked, nobody knows. The
 * score is the best part's.
 *
 * @throws {MettleError} `requirements/none` without parts, `requirements/invalid_requirements`.
 */
export function AnyOf(parts: readonly Requirement[], options: CombinatorOptions = {}): Requirement {
  return combined('AnyOf', parts, options, {
    describe: (descriptions) => `At least one of these holds: ${descriptions.join(' Or: ')}`,
    separator: '; or ',
    judge: judgeAnyOf,
  });
}

function judgeAnyOf(judged: readonly JudgedPart[]): Judgement {
  const met = judged.find(({ judgement }) => judgement.verdict === 'pass');
  const score = Math.max(...judged.map(({ judgement }) => scoreOf(judgement)));
  if (met !== undefined) return passWith(`${met.requirement.key}: ${met.judgement.reason}`, { score });
  if (judged.some(({ judgement }) => judgement.verdict === 'error')) {
    return checkError(reasonsOf(judged, 'error'));
  }
  if (judged.some(({ judgement }) => judgement.verdict === 'not_checked')) {
    return notCheckedFor(judged);
  }
  return failWith(`No part is met. ${reasonsOf(judged, 'fail')}`, { findings: findingsOf(judged), score });
}
