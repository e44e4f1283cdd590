import { contentHash } from '../../core/index.js';
import type { Report } from '../pipeline/report.js';
import { repairableFailures } from './failures.js';

/**
 * The identity of what is wrong with a reply: which requirements failed or could not judge it, with which words and
 * findings. Two replies
 * with the same signature have failed in the same way.
 */
export function failureSignature(report: Report): string {
  return contentHash(
    repairableFailures(report).map(({ key, reason, findings }) => [
      key,
      reason,
      findings.map(({ rule, line, message }) => [rule, line, message]),
    ]),
  );
}

/** The identity of what a reply says: its code where it has some, else its text without white space at the ends. */
export function answerSignature(report: Report): string {
  return contentHash(
    report.code === null ? ['text', report.artefact.text.trim()] : ['code', report.code.trim()],
  );
}
