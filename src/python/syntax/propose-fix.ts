import type { Finding } from '../finding.js';
import type { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenAt } from '../tokens/token-at.js';

/** A replacement of the stretch `[start, end)` of a source. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A repair that may remove a finding; whether it does is for {@link withFixes} to find out. */
export interface ProposedFix {
  readonly description: string;
  readonly edits: readonly TextEdit[];
}

const DOUBLE_QUOTES = /[“”„‟″]/;
const SINGLE_QUOTES = /[‘’‚‛′]/;

/** The mechanical repair for a syntax finding, where its message leaves one only. */
export function proposeFix(
  finding: Finding,
  scan: PythonTokens,
  lines: SourceLines,
): ProposedFix | undefined {
  const { text } = lines;
  const start = lines.offset(finding.line, finding.column);
  const lineStart = lines.starts[finding.line - 1] ?? 0;
  const line = lines.line(finding.line);
  const { message } = finding;
  if (message.startsWith('Expected `:`')) {
    const end = endOfCode(scan, start);
    const after = text.slice(end, lineStart + line.length);
    if (end <= lineStart || !/^\s*(?:#.*)?$/.test(after)) return undefined;
    return { description: 'add the colon', edits: [insert(end, ':')] };
  }
  const character = message.startsWith('Got unexpected token') ? text.charAt(start) : '';
  if (/[\p{Separator}\p{Other}]/u.test(character)) {
    const replacement = /\p{Space_Separator}/u.test(character) ? ' ' : '';
    return {
      description: 'replace the invisible character',
      edits: [{ start, end: start + 1, replacement }],
    };
  }
  if (DOUBLE_QUOTES.test(character) || SINGLE_QUOTES.test(character)) {
    return { description: 'use straight quotes', edits: straightQuotes(line, lineStart) };
  }
  if (/^[ \t]*(?:!|%{1,2}[A-Za-z])/.test(line)) {
    const indentation = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return {
      description: 'comment out the notebook command',
      edits: [insert(lineStart + indentation, '# ')],
    };
  }
  return message.startsWith('Simple statements must be separated')
    ? callPrint(text, start, lineStart, line)
    : undefined;
}

/** The end of the last token before `offset` that is code. */
function endOfCode({ tokens }: PythonTokens, offset: number): number {
  for (let index = Math.min(tokenAt(tokens, offset), tokens.length - 1); index >= 0; index--) {
    const token = tokens[index];
    if (token === undefined || token.end > offset || token.end === token.start) continue;
    if (token.kind !== 'comment' && token.kind !== 'newline' && token.kind !== 'line-break') return token.end;
  }
  return 0;
}

function straightQuotes(line: string, lineStart: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const replacement = DOUBLE_QUOTES.test(character) ? '"' : SINGLE_QUOTES.test(character) ? "'" : '';
    if (replacement !== '') edits.push({ start: lineStart + at, end: lineStart + at + 1, replacement });
  }
  return edits;
}

/** `print x, y` as `print(x, y)`, for the plain form that ends its line. */
function callPrint(text: string, start: number, lineStart: number, line: string): ProposedFix | undefined {
  const blanks = /\bprint([ \t]+)$/.exec(text.slice(lineStart, start))?.[1]?.length;
  const value = text.slice(start, lineStart + line.length).trimEnd();
  if (blanks === undefined || /,$|\\$|[;#]/.test(value)) return undefined;
  return {
    description: 'call print',
    edits: [{ start: start - blanks, end: start, replacement: '(' }, insert(start + value.length, ')')],
  };
}

function insert(at: number, replacement: string): TextEdit {
  return { start: at, end: at, replacement };
}
