import { startOf } from '../../core/internal.js';
import type { SourceLines } from '../source-lines.js';
import type { LexicalProblem, LexicalProblemKind } from '../tokens/token.js';
import type { Complaint } from './complaint.js';

/** By the kind of a problem: its rule, what is wrong, and what to do about it. `$` stands for the character there. */
const WORDS: Readonly<Record<LexicalProblemKind, readonly [rule: string, message: string, hint: string]>> = {
  'unterminated-string': [
    'unterminated-string',
    'missing closing quote in string literal',
    'Close the string on its line, or use triple quotes for text over several lines.',
  ],
  'unterminated-triple-quoted-string': [
    'unterminated-string',
    'missing closing quotes in triple-quoted string literal',
    'Close the string with the three quotes that open it.',
  ],
  'unclosed-field': [
    'unterminated-string',
    'f-string: expecting `}`',
    'Close the field with }, or write {{ for a brace that is text.',
  ],
  'unmatched-bracket': [
    'unmatched-bracket',
    '`$` closes no bracket',
    'Remove it, or add the bracket that it should close.',
  ],
  'mismatched-bracket': [
    'unmatched-bracket',
    '`$` does not close the last open bracket',
    'Close the brackets in the reverse order of their opening.',
  ],
  'unclosed-bracket': [
    'unclosed-bracket',
    '`$` is not closed',
    'Add the closing bracket where the expression ends.',
  ],
  'inconsistent-tabs': ['indentation', 'the indentation mixes tabs and spaces', 'Indent with spaces only.'],
  'inconsistent-dedent': [
    'indentation',
    'unindent does not match any outer indentation level',
    'Align this line with an enclosing block; use four spaces a level.',
  ],
  'bad-line-continuation': [
    'invalid',
    'Expected a newline after line continuation character',
    'A backslash continues a line only as its very last character; inside text, put it in quotes.',
  ],
  'too-many-brackets': [
    'too-nested',
    'brackets are nested too deeply',
    'Python reads at most 200 levels of brackets: build the value step by step.',
  ],
  'too-many-indents': [
    'too-nested',
    'blocks are nested too deeply',
    'Python reads at most 100 levels: move inner blocks into functions.',
  ],
  'huge-integer': [
    'invalid',
    'the integer has more than 4300 digits',
    'Compute the number, or write it in hexadecimal.',
  ],
  'unexpected-character': ['invalid', 'Got unexpected token', 'Remove this character.'],
};

/** What the tokenizer cannot accept, as a complaint. It marks of a triple-quoted string that is not closed the quotes alone. */
export function lexicalComplaint(problem: LexicalProblem, { text }: SourceLines): Complaint {
  const [rule, message, hint] = WORDS[problem.kind];
  const quotes =
    problem.kind === 'unterminated-triple-quoted-string'
      ? /^[a-z]{0,3}(?:"""|''')/i.exec(startOf(text.slice(problem.start), 6))
      : null;
  return {
    rule: `syntax/${rule}`,
    start: problem.start,
    end: quotes === null ? problem.end : problem.start + quotes[0].length,
    message: message.replace('$', text.charAt(problem.start)),
    hint,
  };
}
