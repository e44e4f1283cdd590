import type { JsonObject } from '../../core/index.js';
import type { Verdict } from '../../requirements/index.js';
import { type AuditSeverity, severityOf } from './check-ids.js';

/** One check of an audit. */
export interface AuditCheck {
  /** An id of OpenEnv's validation policy. */
  readonly id: string;
  /** `not_checked`: nothing is known, and `measured` says why. `error`: the machine failed. */
  readonly verdict: Verdict;
  readonly severity: AuditSeverity;
  /** What was seen, in one line. */
  readonly measured: string;
  /** Single findings, such as cheats that paid. */
  readonly evidence: readonly string[];
  /** What to do about it; empty unless it failed. */
  readonly remediation: string;
}

/** How one way to cheat fared. */
export interface AuditedCheat {
  readonly name: string;
  /** Episodes that it was paid in as if they were solved, of those it played. */
  readonly paid: number;
  readonly episodes: number;
  /** The most that it earned; null where nothing was scored. */
  readonly best: number | null;
}

/** What an audit found. */
export interface AuditReport {
  readonly target: string;
  readonly kind: 'world' | 'openenv';
  readonly checks: readonly AuditCheck[];
  readonly cheats: readonly AuditedCheat[];
  /** `fail` if a check failed whose severity says so; `warn` if another did, or nothing was checked. */
  readonly verdict: 'pass' | 'warn' | 'fail';
}

/** A check as it is made: its severity is that of its id. */
export type Finding = Omit<AuditCheck, 'severity' | 'evidence' | 'remediation'> &
  Partial<Pick<AuditCheck, 'evidence' | 'remediation'>>;

/** Puts a report together. */
export function auditReport(
  { target, kind }: Pick<AuditReport, 'target' | 'kind'>,
  findings: readonly Finding[],
  cheats: readonly AuditedCheat[],
): AuditReport {
  const checks = findings.map((finding) => ({
    ...finding,
    severity: severityOf(finding.id),
    evidence: finding.evidence ?? [],
    remediation: finding.verdict === 'fail' ? (finding.remediation ?? '') : '',
  }));
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const verdict = failed.some(({ severity }) => severity === 'fail')
    ? 'fail'
    : failed.some(({ severity }) => severity === 'warn') || !checks.some((check) => check.verdict === 'pass')
      ? 'warn'
      : 'pass';
  return { target, kind, checks, cheats, verdict };
}

/**
 * A report as the JSON that `openenv validate --json` writes. What was not checked is `skip` there.
 */
export function openenvReport({ target, checks, verdict }: AuditReport): JsonObject {
  return {
    report_schema_version: '2',
    target,
    source_digest: null,
    signature: null,
    manifest: null,
    policy_version: 'v2',
    lane: 'local',
    levels_run: ['static', 'runtime', 'semantic', 'statistical'],
    results: checks.map(({ id, measured, evidence, remediation, ...check }) => ({
      check_id: id,
      status: check.verdict === 'not_checked' ? 'skip' : check.verdict,
      measured,
      evidence: [...evidence],
      remediation: remediation === '' ? null : remediation,
      duration_s: null,
    })),
    verdict,
  };
}
