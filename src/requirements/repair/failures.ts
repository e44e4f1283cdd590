import type { Report } from '../pipeline/report.js';
import type { RequirementResult, Severity } from '../verdict.js';

/**
 * What a reply's author must repair: failures, and where the reply went beyond what a check can judge. Root causes
 * alone, in the order of the requirements.
 */
export function repairableFailures(report: Report): readonly RequirementResult[] {
  return repairable(report, 'must');
}

/** What its author may do better: the same of the requirements that are advice. */
export function adviceOf(report: Report): readonly RequirementResult[] {
  return repairable(report, 'should');
}

function repairable({ results }: Report, meant: Severity): readonly RequirementResult[] {
  return results.filter(
    ({ severity, verdict, cause }) => severity === meant && (verdict === 'fail' || cause === 'limit'),
  );
}

/** One line for each of them, advice last: its reason, or the requirement's key where there is none. */
export function failureLines(report: Report): readonly string[] {
  const lineOf = ({ reason, key }: RequirementResult): string => (reason.trim() === '' ? key : reason);
  return [
    ...repairableFailures(report).map(lineOf),
    ...adviceOf(report).map((result) => `Advice: ${lineOf(result)}`),
  ];
}
