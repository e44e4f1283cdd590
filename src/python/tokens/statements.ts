import type { PythonToken, PythonTokens } from './token.js';

/** A simple statement or the header of a compound one: the tokens `[first, last)` of the token list. */
export interface StatementSpan {
  readonly first: number;
  readonly last: number;
  /** How many levels of indentation lie around it. */
  readonly depth: number;
}

/**
 * The statements of a source in order, found once for each scan. `;` and the line end separate them; so does the `:` that ends the header of a
 * compound statement, so that `if ready: import os` gives two.
 */
export function statementSpans(scan: PythonTokens): readonly StatementSpan[] {
  const known = spansOf.get(scan);
  if (known !== undefined) return known;
  const spans = readSpans(scan);
  spansOf.set(scan, spans);
  return spans;
}

const spansOf = new WeakMap<PythonTokens, readonly StatementSpan[]>();

function readSpans(scan: PythonTokens): readonly StatementSpan[] {
  const spans: StatementSpan[] = [];
  const { tokens, source } = scan;
  let first = 0;
  let depth = 0;
  let brackets = 0;
  let header = false;
  let lambdas = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as PythonToken;
    if (token.kind === 'indent' || token.kind === 'dedent') {
      depth += token.kind === 'indent' ? 1 : -1;
      first = index + 1;
      continue;
    }
    if (token.kind === 'comment' || token.kind === 'line-break') {
      if (first === index) first = index + 1;
      continue;
    }
    if (token.kind === 'newline') {
      if (index > first) spans.push({ first, last: index, depth });
      first = index + 1;
      brackets = 0;
      lambdas = 0;
      continue;
    }
    if (token.kind === 'name') {
      const word = source.slice(token.start, token.end);
      if (index === first) header = COMPOUND.has(word);
      if (word === 'lambda' && brackets === 0) lambdas++;
      continue;
    }
    if (token.kind !== 'operator') continue;
    const code = source.charCodeAt(token.start);
    if (code === 40 || code === 91 || code === 123) brackets++;
    else if (code === 41 || code === 93 || code === 125) brackets = Math.max(0, brackets - 1);
    else if (brackets === 0 && code === 59) {
      if (index > first) spans.push({ first, last: index, depth });
      first = index + 1;
      header = false;
    } else if (brackets === 0 && code === 58 && token.end - token.start === 1) {
      if (lambdas > 0) lambdas--;
      else if (header) {
        spans.push({ first, last: index, depth });
        first = index + 1;
        header = false;
      }
    }
  }
  if (first < tokens.length) spans.push({ first, last: tokens.length, depth });
  return spans;
}

const COMPOUND = new Set([
  'if',
  'elif',
  'else',
  'for',
  'while',
  'try',
  'except',
  'finally',
  'with',
  'def',
  'class',
  'async',
  'match',
  'case',
]);
