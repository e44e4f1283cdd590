import { startOf } from '../../core/internal.js';

/** What the words before a block say about it. */
export interface Marker {
  /** 1: it is announced as the answer; -1: as something else (an example, a wrong version, output); 0: nothing. */
  readonly weight: -1 | 0 | 1;
  /** The words that say so. */
  readonly words: string;
}

const WINDOW = 240;
const COMMENT_WINDOW = 120;
const ANSWER =
  /\b(?:final (?:answer|code|version|solution|script|program|result)|(?:corrected|fixed|revised|updated|improved|complete|full|working|final) (?:code|version|solution|script|program|implementation|function)|(?:here|this) is the (?:corrected|fixed|final|full|complete|updated|revised|improved|whole)|here's the (?:corrected|fixed|final|full|complete|updated|revised|improved|whole)|put(?:ting)? it all together)\b/gi;
const OTHER =
  /\b(?:usage|example (?:of (?:use|usage)|output|input|usage|call|run)|for example|e\.g\.|expected output|output|prints|test it|tests?(?: cases?)?|wrong|incorrect(?:ly)?|buggy|broken|bad|do not|don't|avoid|instead of|original (?:code|version)|your code|previous(?:ly)?|before|old|first (?:attempt|draft|try)|traceback|error message|pip install|install)\b/gi;

/** Reads the text before a block, from the end of the block before it, and the first comment inside it. */
export function markerBefore(text: string, from: number, start: number, code: string): Marker {
  const before = text.slice(Math.max(from, start - WINDOW), start);
  const comment = startOf(/^[ \t]*#([^\n]*)/.exec(code)?.[1] ?? '', COMMENT_WINDOW);
  const answer = lastMatch(ANSWER, before) ?? lastMatch(ANSWER, comment);
  if (answer !== undefined) return { weight: 1, words: answer };
  const other = lastMatch(OTHER, lastParagraph(before)) ?? lastMatch(OTHER, comment);
  return other === undefined ? { weight: 0, words: '' } : { weight: -1, words: other };
}

function lastMatch(pattern: RegExp, text: string): string | undefined {
  let last: string | undefined;
  for (const match of text.matchAll(pattern)) last = match[0];
  return last?.toLowerCase();
}

/** The last paragraph before a block, where words speak of that block. */
function lastParagraph(text: string): string {
  const trimmed = text.trimEnd();
  const gap = trimmed.lastIndexOf('\n\n');
  return gap < 0 ? trimmed : trimmed.slice(gap);
}
