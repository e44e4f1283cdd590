import { scanFences } from './fence-scanner.js';
import { thinkingEndOf } from './thinking.js';

const TAG = /<\/?(?:think|thinking|thought|reasoning)>/i;
const OPENS = /^\s*<(?:think|thinking|thought|reasoning)>/i;
const EDGES = /^\s*<(?:think|thinking|thought|reasoning)>|<\/(?:think|thinking|thought|reasoning)>$/gi;
const CLOSING_HERE = /<\/(?:think|thinking|thought|reasoning)>/iy;

/**
 * Where the answer of a reply begins: after the thinking that it opens with, or that its prompt opened. A closing tag counts
 * outside code blocks and where no quote follows. A reply that opens its thinking and never closes it has no answer.
 */
export function answerStartOf(text: string): number {
  if (!TAG.test(text)) return 0;
  const { blocks, thinkingEnd } = scanFences(text);
  const end = Math.max(thinkingEnd, thinkingEndOf(text, blocks));
  if (end < 0) return OPENS.test(text) ? text.length : 0;
  CLOSING_HERE.lastIndex = end;
  return CLOSING_HERE.test(text) ? CLOSING_HERE.lastIndex : end;
}

/** The thinking in tags that a reply begins with, without the tags, and its answer. Both are empty where there is none. */
export function splitThinking(text: string): { readonly thinking: string; readonly answer: string } {
  const start = answerStartOf(text);
  if (start === 0) return { thinking: '', answer: text };
  return {
    thinking: text.slice(0, start).replace(EDGES, '').trim(),
    answer: text.slice(start).trimStart(),
  };
}
