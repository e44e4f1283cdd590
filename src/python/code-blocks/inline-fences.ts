import { type Candidate, countCodeLines } from './candidate.js';

const ONE_LINE = /(?<!`)(`{3,})[ \t]*(?:py|python)3?[ \t]+([^\n`]{1,2000})\1/gi;
const NO_MARKER = { weight: 0, words: '' } as const;
const OPENING = /```[ \t]*py/i;
const MAX_FOUND = 24;
const MAX_LINES = 1000;

/** Python in a fence that opens and closes on one line: ` ```python print(1)``` `. */
export function inlineCandidates(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  let at = text.search(OPENING);
  for (let lines = 0; at >= 0 && lines < MAX_LINES && found.length < MAX_FOUND; lines++) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    for (const match of text.slice(at, Math.min(end, at + 4000)).matchAll(ONE_LINE)) {
      found.push(candidateOf(match, at));
    }
    at = text.indexOf('```', end);
  }
  return found.slice(0, MAX_FOUND);
}

function candidateOf(match: RegExpExecArray, offset: number): Candidate {
  const code = (match[2] ?? '').trim();
  const start = offset + match.index + match[0].indexOf(match[2] ?? '');
  return {
    code,
    source: 'inline',
    tag: 'python',
    saysPython: true,
    start,
    end: start + (match[2] ?? '').length,
    truncated: false,
    proseFrom: 0,
    proseEnd: offset + match.index,
    codeLines: countCodeLines(code),
    marker: NO_MARKER,
    parses: undefined,
  };
}
