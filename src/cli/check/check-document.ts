import type { Finding } from '../../python/index.js';
import type { Report, RequirementResult } from '../../requirements/index.js';
import { locateInFile } from './locate.js';
import type { CheckInput } from './read-check-input.js';

/** One checked file. */
export interface CheckedFile {
  readonly input: CheckInput;
  readonly report: Report;
}

/** A finding as the JSON of `check` holds it: its place in the code, and in the file around the code. */
interface FindingDocument {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly file_line: number;
  readonly file_column: number;
  readonly message: string;
  readonly hint: string;
}

/** A result as the JSON of `check` holds it. */
interface ResultDocument {
  readonly file: string;
  readonly requirement: string;
  /** `should` where a failure is advice and does not make the file bad. */
  readonly severity: RequirementResult['severity'];
  readonly verdict: RequirementResult['verdict'];
  readonly reason: string;
  /** With `not_checked`: why. */
  readonly cause: RequirementResult['cause'];
  readonly blocked_by: string | null;
  /** The run of the code that the verdict is about. */
  readonly execution: {
    readonly engine: string;
    readonly stdout: string;
    readonly stderr: string;
  } | null;
  readonly findings: readonly FindingDocument[];
}

/** What `mettle check --json` prints. */
export interface CheckDocument {
  /** Whether everything that was asked for holds, in every file. */
  readonly ok: boolean;
  /** The Python code, when one file was checked. */
  readonly code: string | null;
  /** The results of all files, in order. */
  readonly results: readonly ResultDocument[];
  readonly files: readonly {
    readonly file: string;
    readonly ok: boolean;
    readonly verdict: Report['verdict'];
    /** How good the code is, from 0 to 1. */
    readonly score: number;
    readonly code: string | null;
  }[];
}

/** Makes the document of some checked files. */
export function checkDocument(checked: readonly CheckedFile[]): CheckDocument {
  return {
    ok: checked.every(({ report }) => report.ok),
    code: checked.length === 1 ? (checked[0]?.report.code ?? null) : null,
    results: checked.flatMap(({ input, report }) =>
      report.results.map((result) => ({
        file: input.file,
        requirement: result.requirement,
        severity: result.severity,
        verdict: result.verdict,
        reason: result.reason,
        cause: result.cause,
        blocked_by: result.blockedBy,
        execution: executionDocument(result),
        findings: result.findings.map((finding) => findingDocument(finding, report)),
      })),
    ),
    files: checked.map(({ input, report }) => ({
      file: input.file,
      ok: report.ok,
      verdict: report.verdict,
      score: report.score,
      code: report.code,
    })),
  };
}

function executionDocument({ execution }: RequirementResult): ResultDocument['execution'] {
  if (execution === null) return null;
  const { engine, stdout, stderr } = execution;
  return { engine, stdout, stderr };
}

function findingDocument(finding: Finding, report: Report): FindingDocument {
  const located = locateInFile(finding, report.artefact);
  return {
    rule: finding.rule,
    severity: finding.severity,
    line: finding.line,
    column: finding.column,
    end_line: finding.endLine,
    end_column: finding.endColumn,
    file_line: located.line,
    file_column: located.column,
    message: finding.message,
    hint: finding.hint,
  };
}
