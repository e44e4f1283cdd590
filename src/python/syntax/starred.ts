import { statementSpans } from '../tokens/statements.js';
import type { PythonToken, PythonTokens } from '../tokens/token.js';
import type { Complaint } from './complaint.js';

/** Statements that are one starred expression, `*items`: the parser accepts them, the compiler does not. */
export function starredStatements(scan: PythonTokens): readonly Complaint[] {
  const { source, tokens } = scan;
  const found: Complaint[] = [];
  if (!/(?:^|[\n\r;:])[ \t\f]*\*/.test(source)) return found;
  for (const { first, last } of statementSpans(scan)) {
    const star = tokens[first];
    if (star === undefined || source.slice(star.start, star.end) !== '*') continue;
    if (hasCommaOrEquals(source, tokens, first, last)) continue;
    found.push({
      rule: 'syntax/invalid',
      start: star.start,
      end: tokens[last - 1]?.end ?? star.end,
      message: "can't use starred expression here",
      hint: 'Unpack inside a call, a list, a tuple or a set only.',
    });
  }
  return found;
}

function hasCommaOrEquals(
  source: string,
  tokens: readonly PythonToken[],
  first: number,
  last: number,
): boolean {
  let depth = 0;
  for (let index = first; index < last; index++) {
    const token = tokens[index];
    if (token?.kind !== 'operator') continue;
    const text = source.slice(token.start, token.end);
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    else if (depth === 0 && (text === ',' || text === '=')) return true;
  }
  return false;
}
