import type { Finding, FindingFix } from '../finding.js';
import { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';
import type { SyntaxOptions } from './options.js';
import { type ProposedFix, proposeFix } from './propose-fix.js';
import { reportSyntax, type SyntaxReport } from './report.js';

const MAX_ATTEMPTS = 8;
const MAX_LENGTH = 65_536;
/** Of source with more errors than this, a repair is tried on what stands up to so many lines after it. */
const MANY_ERRORS = 20;
const LINES_AFTER = 20;

/**
 * The report with a repair for each of the first findings that has a mechanical one. A repair is only given after it
 * was tried: with it the source has fewer errors up to its line; errors further down may then come to light.
 */
export function withFixes(
  report: SyntaxReport,
  scan: PythonTokens,
  lines: SourceLines,
  options: Required<SyntaxOptions>,
): SyntaxReport {
  if (report.status !== 'invalid' || lines.text.length > MAX_LENGTH) return report;
  let attempts = 0;
  const findings = report.findings.map((finding) => {
    const proposal = attempts < MAX_ATTEMPTS ? proposeFix(finding, scan, lines) : undefined;
    if (proposal === undefined) return finding;
    attempts++;
    return removesError(proposal, finding, report, lines, options)
      ? { ...finding, fix: toFindingFix(proposal, lines) }
      : finding;
  });
  return { ...report, findings };
}

function removesError(
  proposal: ProposedFix,
  finding: Finding,
  before: SyntaxReport,
  lines: SourceLines,
  options: Required<SyntaxOptions>,
): boolean {
  const end = before.findings.length > MANY_ERRORS ? lines.starts[finding.line + LINES_AFTER] : undefined;
  const edited = apply(lines.text.slice(0, end), proposal);
  const after = reportSyntax(tokenizePython(edited), new SourceLines(edited), options);
  if (after.status === 'valid') return true;
  const earlier = (report: SyntaxReport): number =>
    report.findings.filter(({ line }) => line <= finding.line).length;
  return earlier(after) < earlier(before);
}

function apply(text: string, { edits }: ProposedFix): string {
  let result = '';
  let at = 0;
  for (const { start, end, replacement } of edits) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

function toFindingFix({ description, edits }: ProposedFix, lines: SourceLines): FindingFix {
  return {
    description,
    edits: edits.map(({ start, end, replacement }) => ({ ...lines.range(start, end), replacement })),
  };
}
