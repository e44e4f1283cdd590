import type { Report } from '../pipeline/report.js';
import type { RequirementResult } from '../verdict.js';

/** The failures of a reply that its author can repair: root causes alone, in the order of the requirements. */
export function repairableFailures(report: Report): readonly RequirementResult[] {
  return report.results.filter(({ verdict }) => verdict === 'fail');
}

/** One line for each failure: its reason, or the requirement's key where there is none. */
export function failureLines(report: Report): readonly string[] {
  return repairableFailures(report).map(({ reason, key }) => (reason.trim() === '' ? key : reason));
}
