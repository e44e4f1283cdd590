import { statementSpans } from '../tokens/statements.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenAt } from '../tokens/token-at.js';
import type { Complaint } from './complaint.js';

/** An `else` right after the block of a `try`: the parser accepts it before a `finally`, Python does not. */
export function elseWithoutExcept(scan: PythonTokens): readonly Complaint[] {
  const { source, tokens } = scan;
  const found: Complaint[] = [];
  if (!/\btry\b/.test(source) || !/\belse\b/.test(source)) return found;
  /** The last word that started a line at each depth. */
  const last: string[] = [];
  for (const { first, depth } of statementSpans(scan)) {
    const token = tokens[first];
    if (token === undefined || tokens[first - 1]?.kind === 'operator') continue;
    const word = source.slice(token.start, token.end);
    if (word === 'else' && last[depth] === 'try') {
      found.push({
        rule: 'syntax/invalid',
        start: token.start,
        end: token.end,
        message: 'Expected `except` or `finally` after `try` block',
        hint: 'An else after try needs an except before it.',
      });
    }
    last[depth] = word;
  }
  return found;
}

/** A `yield` of nothing before a comma, `(yield, x)`: the parser takes it for a tuple, Python does not. */
export function yieldBeforeComma(scan: PythonTokens): readonly Complaint[] {
  const { source, tokens } = scan;
  const found: Complaint[] = [];
  if (!/\byield\s*,/.test(source)) return found;
  for (let index = 1; index < tokens.length; index++) {
    const comma = tokens[index];
    const before = tokens[index - 1];
    if (comma === undefined || before?.kind !== 'name' || source.charAt(comma.start) !== ',') continue;
    if (source.slice(before.start, before.end) !== 'yield') continue;
    found.push({
      rule: 'syntax/invalid',
      start: comma.start,
      end: comma.end,
      message: '`yield` before a comma needs parentheses',
      hint: 'Give the yield parentheses of its own: ((yield), x).',
    });
  }
  return found;
}

/** Whether a complaint is about the `;` after a bare `raise`, which Python accepts and the parser does not. */
export function isRaiseBeforeSemicolon({ source, tokens }: PythonTokens, start: number): boolean {
  if (source.charAt(start) !== ';') return false;
  const before = tokens[tokenAt(tokens, start) - 1];
  return before?.kind === 'name' && source.slice(before.start, before.end) === 'raise';
}
