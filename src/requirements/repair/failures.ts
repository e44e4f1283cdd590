import type { Finding } from '../../python/index.js';
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
    ({ severity, verdict, cause }) =>
      severity === meant && (verdict === 'fail' || cause === 'limit' || cause === 'crossing'),
  );
}

/** Findings of one requirement that are told in a line. */
const MAX_FINDINGS = 5;

/**
 * One line for each of them, advice last: its reason, or the requirement's key where there is none, and the findings that
 * the reason leaves out, so that every cause that is known is told at once.
 */
export function failureLines(report: Report): readonly string[] {
  const lineOf = ({ reason, key, findings }: RequirementResult): string => {
    const isTold = ({ line, message }: Finding): boolean =>
      reason.includes(message) && (!/\bline \d/.test(reason) || reason.includes(`line ${line}`));
    const more = findings.filter((finding) => finding.severity === 'error' && !isTold(finding));
    const told = more.slice(0, MAX_FINDINGS).map(({ line, message }) => `line ${line}: ${message}`);
    if (more.length > told.length) told.push(`and ${more.length - told.length} more`);
    return [reason.trim() === '' ? key : reason, ...told].join(' · ');
  };
  return [
    ...repairableFailures(report).map(lineOf),
    ...adviceOf(report).map((result) => `Advice: ${lineOf(result)}`),
  ];
}
