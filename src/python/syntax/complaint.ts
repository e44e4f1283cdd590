import type { Finding, FindingSeverity } from '../finding.js';
import type { SourceLines } from '../source-lines.js';

/** Something wrong at a stretch of offsets, in words; {@link toFinding} gives it lines and columns. */
export interface Complaint {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string;
}

/** A complaint as a finding, by default an error. */
export function toFinding(
  complaint: Complaint,
  lines: SourceLines,
  severity: FindingSeverity = 'error',
): Finding {
  const start = Math.min(complaint.start, lines.text.length);
  return {
    rule: complaint.rule,
    severity,
    ...lines.range(start, Math.min(Math.max(complaint.end, start), lines.text.length)),
    message: complaint.message,
    hint: complaint.hint,
  };
}
