import { startOf } from '../../core/internal.js';
import type { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import type { Complaint } from './complaint.js';
import { lexicalComplaint } from './lexical-complaint.js';

const CONSEQUENCE =
  /^(?:Expected a statement|Unexpected indentation|unindent does not match|Expected dedent|Expected newline|unexpected EOF)/;

/**
 * The parser's complaints joined with what the tokenizer knows better, root causes first and consequences left out:
 * a bracket never closed explains all that the parser stumbles over behind it, an unterminated string the rest of its
 * line, and of several complaints on one line the first explains the others.
 */
export function rootCauses(
  parser: readonly Complaint[],
  scan: PythonTokens,
  lines: SourceLines,
): readonly Complaint[] {
  const sorted = [...parser].sort((left, right) => left.start - right.start || left.end - right.end);
  const lexical = lexicalCauses(sorted, scan, lines);
  const covered = lexical.map((complaint) => coverage(complaint, lines));
  const causes: Complaint[] = [...lexical];
  let lastLine = Number.NEGATIVE_INFINITY;
  for (const complaint of sorted) {
    const { line } = lines.position(complaint.start);
    if (covered.some(([from, to]) => complaint.start >= from && complaint.start <= to)) continue;
    if (line === lastLine || (line <= lastLine + 1 && CONSEQUENCE.test(complaint.message))) {
      lastLine = Math.max(lastLine, line);
      continue;
    }
    lastLine = Math.max(line, lines.position(complaint.end).line);
    causes.push(complaint);
  }
  return causes.length > 0 ? causes : sorted.slice(0, 1);
}

/** Lexical problems that explain the parser's first complaint, or that the parser does not see at all. */
function lexicalCauses(
  parser: readonly Complaint[],
  scan: PythonTokens,
  lines: SourceLines,
): readonly Complaint[] {
  const first = parser[0];
  const firstLine = first === undefined ? Number.POSITIVE_INFINITY : lines.position(first.start).line;
  const open = scan.problems.find((problem) => problem.kind === 'unclosed-bracket');
  const causes: Complaint[] = [];
  let unterminated = false;
  for (const problem of scan.problems) {
    if (problem.kind === 'unexpected-character') continue;
    const complaint = lexicalComplaint(problem, lines);
    const { line } = lines.position(problem.start);
    if (problem.kind === 'huge-integer') causes.push(complaint);
    else if (problem.kind === 'inconsistent-tabs' || problem.kind === 'inconsistent-dedent') {
      if (first === undefined || line <= firstLine) causes.push(complaint);
    } else if (first === undefined) continue;
    else if (problem.kind === 'unclosed-bracket') {
      const explains = firstLine > line || /found newline|^unexpected EOF/.test(first.message);
      if (problem === open && !unterminated && causes.length === 0 && explains) causes.push(complaint);
    } else if (line <= firstLine || problem.kind.startsWith('unterminated')) {
      if (causes.length > 0 && !problem.kind.startsWith('unterminated')) continue;
      unterminated ||= problem.kind.startsWith('unterminated');
      causes.push(complaint);
    }
  }
  return causes;
}

/** The stretch of text whose parser complaints a lexical cause explains. */
function coverage(complaint: Complaint, lines: SourceLines): readonly [number, number] {
  const { text } = lines;
  if (complaint.rule === 'syntax/unclosed-bracket') return [complaint.start, text.length];
  if (/^[a-z]{0,3}(?:"""|''')/i.test(startOf(text.slice(complaint.start), 6)))
    return [complaint.start, text.length];
  const next = lines.starts[lines.position(complaint.end).line] ?? text.length;
  const from = lines.starts[lines.position(complaint.start).line - 1] ?? 0;
  return complaint.rule === 'syntax/unterminated-string' ? [complaint.start, next] : [from, next];
}
