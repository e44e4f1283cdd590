import type { Report } from '../pipeline/report.js';
import type { RequirementResult } from '../verdict.js';

/**
 * What a reply's author can repair: failures, and where the reply went beyond what a check can judge. Root causes
 * alone, in the order of the requirements.
 */
export function repairableFailures(report: Report): readonly RequirementResult[] {
  return report.results.filter(({ verdict, cause }) => verdict === 'fail' || cause === 'limit');
}

/** One line for each of them: its reason, or the requirement's key where there is none. */
export function failureLines(report: Report): readonly string[] {
  return repairableFailures(report).map(({ reason, key }) => (reason.trim() === '' ? key : reason));
}
