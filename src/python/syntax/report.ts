import { compareFindings, type Finding } from '../finding.js';
import { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import { adviceFor } from './advice.js';
import { asyncGeneratorReturns } from './async-generators.js';
import { compilerGaps, hasClassCell } from './compiler-gaps.js';
import { type Complaint, toFinding } from './complaint.js';
import {
  type Refusal,
  refuseCharacters,
  refuseComplexity,
  refuseDeep,
  refuseJunk,
  refuseNesting,
  refuseSlow,
} from './guards.js';
import { likelyBugs } from './likely-bugs.js';
import { type BrokenLines, breakLongLines } from './long-lines.js';
import { MAX_FINDINGS, type SyntaxOptions } from './options.js';
import { SourceOutline } from './outline.js';
import { elseWithoutExcept, isRaiseBeforeSemicolon, yieldBeforeComma } from './parser-gaps.js';
import { beginningOf, closedPart, probeBeginning, shortBeginningOf } from './probe.js';
import { rootCauses } from './root-cause.js';
import { type RuffDiagnostic, type RuffOutcome, runRuff } from './ruff.js';
import { starredStatements } from './starred.js';
import { withoutSuppressions } from './suppressions.js';

/**
 * Whether source is a program: `valid` is what CPython's `compile` accepts, `invalid` what it refuses, `unchecked`
 * what is too large or too deeply nested for the parser. Unchecked is not valid.
 */
export type SyntaxStatus = 'valid' | 'invalid' | 'unchecked';

/** What the parser and the compiler's rules say about a source. */
export interface SyntaxReport {
  readonly status: SyntaxStatus;
  /** Errors, root causes first, or one warning that says why it is unchecked; empty exactly when the status is `valid`. */
  readonly findings: readonly Finding[];
  /** Names and formats that will very likely fail at run time, as warnings; only of valid source. */
  readonly likelyBugs: readonly Finding[];
}

/** Of a file with more errors than this, the rest says nothing new. */
const MAX_PARSER_COMPLAINTS = 200;
/** Likely bugs are looked for in source up to this many UTF-16 code units. */
const MAX_LENGTH_FOR_BUGS = 65_536;
/**
 * Nor are they where a source has more names than this and than one in so many code units, as no program has that means
 * well: each name that is not defined costs the parser some ten microseconds.
 */
const MANY_NAMES = 500;
const UNITS_PER_NAME = 5;

/** Judges source that is already split into tokens. */
export function reportSyntax(
  scan: PythonTokens,
  lines: SourceLines,
  options: Required<SyntaxOptions>,
): SyntaxReport {
  const refusal =
    refuseCharacters(scan.source) ?? refuseNesting(scan, lines) ?? refuseSlow(scan) ?? refuseDeep(scan);
  if (refusal !== undefined) return refused(refusal, lines);
  const junk = reportJunk(scan, lines);
  if (junk !== undefined) return junk;
  const outcome = parseInPart(scan, lines, options);
  if (outcome.kind === 'gave-up') return refused(refuseComplexity(scan.source), lines);
  return reportDiagnostics(outcome.diagnostics, scan, lines, options);
}

/**
 * The report on a source whose beginning alone is nested deeper than Python accepts, or holds more errors than are
 * reported, made of that; undefined for any other. The rest is not split into tokens.
 */
export function reportHopeless(code: string, options: Required<SyntaxOptions>): SyntaxReport | undefined {
  const scan = beginningOf(code);
  if (scan === null || refuseCharacters(code) !== undefined) return undefined;
  const lines = new SourceLines(scan.source);
  const refusal = refuseNesting(scan, lines);
  if (refusal !== undefined) return refused(refusal, lines);
  return (
    reportJunk(scan, lines) ??
    reportManyErrors(shortBeginningOf(scan), options) ??
    reportManyErrors(scan, options)
  );
}

function reportManyErrors(scan: PythonTokens, options: Required<SyntaxOptions>): SyntaxReport | undefined {
  const beginning = closedPart(scan);
  if (beginning === null || refuseSlow(beginning) !== undefined) return undefined;
  const lines = new SourceLines(beginning.source);
  const outcome = runRuff(withoutSuppressions(beginning), options.pythonVersion, false);
  if (outcome.kind === 'gave-up' || outcome.diagnostics.length <= MAX_FINDINGS) return undefined;
  const report = reportDiagnostics(outcome.diagnostics.slice(0, MAX_FINDINGS), beginning, lines, options);
  return report.status === 'invalid' ? report : undefined;
}

function reportJunk(scan: PythonTokens, lines: SourceLines): SyntaxReport | undefined {
  const findings = refuseJunk(scan, lines)?.map((complaint) => toFinding(complaint, lines));
  return findings === undefined ? undefined : { status: 'invalid', findings, likelyBugs: [] };
}

function reportDiagnostics(
  diagnostics: readonly RuffDiagnostic[],
  scan: PythonTokens,
  lines: SourceLines,
  options: Required<SyntaxOptions>,
): SyntaxReport {
  const outline = new SourceOutline(scan);
  const parser: Complaint[] = [];
  const compiler: Complaint[] = [];
  const bugs: RuffDiagnostic[] = [];
  for (const diagnostic of diagnostics) {
    if (diagnostic.code === 'invalid-syntax') {
      if (isRaiseBeforeSemicolon(scan, lines.offset(diagnostic.line, diagnostic.column))) continue;
      if (parser.length < MAX_PARSER_COMPLAINTS) parser.push(parserComplaint(diagnostic, scan.source, lines));
    } else {
      const complaint = compilerComplaint(diagnostic, scan, lines, options, outline);
      if (complaint === undefined) bugs.push(diagnostic);
      else if (complaint !== 'allowed') compiler.push(complaint);
    }
  }
  const causes = rootCauses(parser, scan, lines).map((complaint) => toFinding(complaint, lines));
  const rest = withoutRepeats([
    ...compiler,
    ...starredStatements(scan),
    ...asyncGeneratorReturns(scan),
    ...elseWithoutExcept(scan),
    ...yieldBeforeComma(scan),
  ])
    .map((complaint) => toFinding(complaint, lines))
    .sort(compareFindings);
  // Only of what is otherwise a program can the tree be read.
  const gaps =
    causes.length + rest.length > 0
      ? []
      : withoutRepeats(compilerGaps(scan, options)).map((complaint) => toFinding(complaint, lines));
  const findings = [...causes, ...rest, ...gaps.sort(compareFindings)].slice(0, MAX_FINDINGS);
  return findings.length === 0
    ? { status: 'valid', findings, likelyBugs: likelyBugs(bugs, scan.source) }
    : { status: 'invalid', findings, likelyBugs: [] };
}

/** What the parser says of a source, or of its beginning where that alone holds more errors than are reported. */
function parseInPart(
  scan: PythonTokens,
  lines: SourceLines,
  { pythonVersion }: Required<SyntaxOptions>,
): RuffOutcome {
  const source = withoutSuppressions(scan);
  const wantsBugs = source.length <= MAX_LENGTH_FOR_BUGS && !isAllNames(scan);
  const broken = breakLongLines(source, scan);
  const run = (end: number, withBugs: boolean): RuffOutcome => {
    if (broken === null) return runRuff(source.slice(0, end), pythonVersion, withBugs);
    const part = broken.source.slice(0, broken.fromOriginal(end));
    return inOriginal(runRuff(part, pythonVersion, withBugs), broken, lines);
  };
  const { errors, manyBugs } = probeBeginning(scan, (length, withBugs) => {
    const outcome = run(length, wantsBugs && withBugs);
    return outcome.kind === 'checked' ? outcome.diagnostics : null;
  });
  // The whole is nested no less than its beginning.
  if (errors === 'gave-up') return { kind: 'gave-up' };
  if (errors !== null) return { kind: 'checked', diagnostics: errors };
  return run(source.length, wantsBugs && !manyBugs);
}

function isAllNames({ source, tokens }: PythonTokens): boolean {
  const most = Math.max(MANY_NAMES, source.length / UNITS_PER_NAME);
  let names = 0;
  for (const { kind } of tokens) if (kind === 'name') names++;
  return names > most;
}

/** Diagnostics on a source with broken lines at their places in the original. */
function inOriginal(outcome: RuffOutcome, broken: BrokenLines, lines: SourceLines): RuffOutcome {
  if (outcome.kind === 'gave-up' || outcome.diagnostics.length === 0) return outcome;
  const own = new SourceLines(broken.source);
  const diagnostics = outcome.diagnostics.map((diagnostic) => {
    const start = broken.toOriginal(own.offset(diagnostic.line, diagnostic.column));
    const end = broken.toOriginal(own.offset(diagnostic.endLine, diagnostic.endColumn));
    return { ...diagnostic, ...lines.range(start, end) };
  });
  return { kind: 'checked', diagnostics };
}

/** The report on source that the parser must not see. */
export function refused(refusal: Refusal, lines: SourceLines): SyntaxReport {
  const severity = refusal.status === 'invalid' ? 'error' : 'warning';
  return {
    status: refusal.status,
    findings: [toFinding(refusal.complaint, lines, severity)],
    likelyBugs: [],
  };
}

function parserComplaint(diagnostic: RuffDiagnostic, source: string, lines: SourceLines): Complaint {
  const start = lines.offset(diagnostic.line, diagnostic.column);
  const end = withoutLineEnd(source, lines.offset(diagnostic.endLine, diagnostic.endColumn));
  const advice = adviceFor(diagnostic, source, start) ?? { rule: 'syntax/invalid', hint: '' };
  return { start, end: Math.max(start, end), ...advice, message: diagnostic.message };
}

/** The same end, moved before a line end that it includes. */
function withoutLineEnd(source: string, end: number): number {
  let at = end;
  while (at > 0 && (source.charCodeAt(at - 1) === 10 || source.charCodeAt(at - 1) === 13)) at--;
  return at;
}

/** The compiler's complaint; `allowed` for what is none in this place; undefined for another rule. */
function compilerComplaint(
  diagnostic: RuffDiagnostic,
  scan: PythonTokens,
  lines: SourceLines,
  options: Required<SyntaxOptions>,
  outline: SourceOutline,
): Complaint | 'allowed' | undefined {
  const start = lines.offset(diagnostic.line, diagnostic.column);
  const end = lines.offset(diagnostic.endLine, diagnostic.endColumn);
  const advice = adviceFor(diagnostic, scan.source, start);
  if (advice === undefined) return undefined;
  if (
    diagnostic.code === 'PLE0117' &&
    diagnostic.message.includes('`__class__`') &&
    hasClassCell(scan, start)
  )
    return 'allowed';
  const aboutAwait =
    diagnostic.code === 'PLE1142' || (diagnostic.code === 'F704' && diagnostic.message.includes('`await`'));
  if (aboutAwait && options.allowTopLevelAwait && outline.isOutsideFunctions(start)) return 'allowed';
  return { ...advice, start, end, message: diagnostic.message };
}

/** Of several complaints at one place, the first. */
function withoutRepeats(complaints: readonly Complaint[]): readonly Complaint[] {
  const seen = new Set<number>();
  return complaints.filter(({ start }) => !seen.has(start) && seen.add(start));
}
