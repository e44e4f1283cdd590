import { startOf } from '../../core/internal.js';
import type { SourceLines } from '../source-lines.js';
import type { LexicalProblem } from '../tokens/token.js';
import type { Complaint } from './complaint.js';

/** What the tokenizer cannot accept, in Python's words. Undefined where the parser words it better. */
export function wordLexicalProblem(problem: LexicalProblem, lines: SourceLines): Complaint | undefined {
  const { text } = lines;
  const line = (offset: number): number => lines.position(offset).line;
  const at = { start: problem.start, end: problem.end };
  switch (problem.kind) {
    case 'unterminated-string':
      return {
        ...at,
        rule: 'syntax/unterminated-string',
        message: `unterminated ${literal(text, problem.start)} literal (detected at line ${line(problem.end)})`,
        hint: 'Close the string on its line, or use triple quotes for text over several lines.',
      };
    case 'unterminated-triple-quoted-string': {
      const quote = text.slice(problem.start).match(/"""|'''/)?.[0] ?? '"""';
      return {
        start: problem.start,
        end: problem.start + (startOf(text.slice(problem.start), 6).indexOf(quote) + 3),
        rule: 'syntax/unterminated-string',
        message: `unterminated triple-quoted ${literal(text, problem.start)} literal (detected at line ${line(lastOffset(text))})`,
        hint: `Close the string with ${quote}.`,
      };
    }
    case 'unclosed-field':
      return {
        ...at,
        rule: 'syntax/unterminated-string',
        message: "f-string: expecting '}'",
        hint: 'Close the field with }, or write {{ for a brace that is text.',
      };
    case 'unmatched-bracket':
      return {
        ...at,
        rule: 'syntax/unmatched-bracket',
        message: `unmatched '${text.charAt(problem.start)}'`,
        hint: 'Remove it, or add the bracket that it should close.',
      };
    case 'mismatched-bracket': {
      const opening = problem.opening ?? problem.start;
      const far = line(opening) === line(problem.start) ? '' : ` on line ${line(opening)}`;
      return {
        ...at,
        rule: 'syntax/unmatched-bracket',
        message: `closing parenthesis '${text.charAt(problem.start)}' does not match opening parenthesis '${text.charAt(opening)}'${far}`,
        hint: 'Close the brackets in the reverse order of their opening.',
      };
    }
    case 'unclosed-bracket':
      return {
        ...at,
        rule: 'syntax/unclosed-bracket',
        message: `'${text.charAt(problem.start)}' was never closed`,
        hint: `Add the closing '${closer(text.charAt(problem.start))}' where the expression ends.`,
      };
    case 'inconsistent-tabs':
      return {
        ...at,
        rule: 'syntax/indentation',
        message: 'inconsistent use of tabs and spaces in indentation',
        hint: 'Indent with spaces only.',
      };
    case 'inconsistent-dedent':
      return {
        ...at,
        rule: 'syntax/indentation',
        message: 'unindent does not match any outer indentation level',
        hint: 'Align this line with an enclosing block; use four spaces a level.',
      };
    case 'bad-line-continuation':
      return {
        ...at,
        rule: 'syntax/invalid',
        message: 'unexpected character after line continuation character',
        hint: 'A backslash continues a line only as its very last character; inside text, put it in quotes.',
      };
    case 'too-many-brackets':
      return {
        ...at,
        rule: 'syntax/too-nested',
        message: 'too many nested parentheses',
        hint: 'Python reads at most 200 levels of brackets: build the value step by step.',
      };
    case 'too-many-indents':
      return {
        ...at,
        rule: 'syntax/too-nested',
        message: 'too many levels of indentation',
        hint: 'Python reads at most 100 levels: move inner blocks into functions.',
      };
    case 'huge-integer':
      return {
        ...at,
        rule: 'syntax/invalid',
        message: 'Exceeds the limit (4300 digits) for integer string conversion',
        hint: 'Compute the number, or write it in hexadecimal.',
      };
    case 'unexpected-character':
      return undefined;
  }
}

function literal(text: string, start: number): string {
  const prefix = /^[a-z]*/i.exec(text.slice(start, start + 2))?.[0].toLowerCase() ?? '';
  return prefix.includes('f') ? 'f-string' : prefix.includes('t') ? 't-string' : 'string';
}

function lastOffset(text: string): number {
  return text.replace(/[\r\n]+$/, '').length;
}

function closer(opening: string): string {
  return opening === '(' ? ')' : opening === '[' ? ']' : '}';
}
