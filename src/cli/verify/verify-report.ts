import { startOf } from '../../core/internal.js';
import type { SkippedLine } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';

/** What became of one record. */
export interface VerifiedRecord {
  /** 1-based line of the file. */
  readonly line: number;
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly checks: readonly { readonly name: string; readonly verdict: Verdict }[];
}

/** Problems that the document lists; all are counted. */
const LISTED = 100;

/** The counts and rates of a run, as `--json` prints them. */
export function verifyDocument(
  records: readonly VerifiedRecord[],
  skipped: readonly SkippedLine[],
): Readonly<Record<string, unknown>> {
  const counted = countVerdicts(records.map(({ verdict }) => verdict));
  const byVerifier: Record<string, Record<Verdict, number>> = {};
  for (const { checks } of records) {
    for (const { name, verdict } of checks) {
      byVerifier[name] ??= countVerdicts([]);
      byVerifier[name][verdict] += 1;
    }
  }
  return {
    total: records.length,
    verified: counted.pass,
    failed: counted.fail,
    not_checked: counted.not_checked,
    errors: counted.error,
    verified_rate: records.length === 0 ? null : counted.pass / records.length,
    by_verifier: byVerifier,
    problems: problemsOf(records)
      .slice(0, LISTED)
      .map(({ line, id, verdict, reason }) => ({ line, id, verdict, reason })),
    skipped,
  };
}

/** The same for a person. */
export function verifyText(records: readonly VerifiedRecord[], skipped: readonly SkippedLine[]): string {
  const { pass, fail, not_checked, error } = countVerdicts(records.map(({ verdict }) => verdict));
  const others = [
    fail > 0 ? `${fail} failed` : '',
    error > 0 ? `${error} could not be verified because of an error` : '',
    not_checked > 0 ? `${not_checked} not checked` : '',
    skipped.length > 0 ? `${skipped.length} lines hold no record` : '',
  ].filter(Boolean);
  const problems = problemsOf(records);
  return [
    `${pass} of ${records.length} records are verified${others.length > 0 ? `; ${others.join(', ')}` : ''}.`,
    ...skipped.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...problems
      .slice(0, 10)
      .map(({ line, id, verdict, reason }) => `  line ${line} (${startOf(id, 12)}): ${verdict}: ${reason}`),
    ...(problems.length > 10 ? [`  … ${problems.length - 10} more; --json lists them.`] : []),
  ].join('\n');
}

/** 0 where something was verified and nothing spoke against any record. */
export function verifyExitCode(records: readonly VerifiedRecord[], skipped: readonly SkippedLine[]): 0 | 1 {
  const { pass, fail, error } = countVerdicts(records.map(({ verdict }) => verdict));
  return pass > 0 && fail === 0 && error === 0 && skipped.length === 0 ? 0 : 1;
}

function problemsOf(records: readonly VerifiedRecord[]): readonly VerifiedRecord[] {
  return records.filter(({ verdict }) => verdict !== 'pass');
}

function countVerdicts(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}
