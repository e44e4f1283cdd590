import type { Steps } from '../core/index.js';

/** Tokens that are read at once. */
const TOKENS_A_STEP = 1_000;

/**
 * The name of a member that an object of a JSON text has twice, or null. Programs disagree on which of the two counts, so
 * such a text can show one thing to a reader and prove another. The text has to be JSON.
 */
export function* repeatedMember(text: string): Steps<string | null> {
  let read = 0;
  const open: (Set<string> | null)[] = [];
  const token = /[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;
  for (const [found, colon] of text.matchAll(token)) {
    if (++read % TOKENS_A_STEP === 0) yield;
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(null);
    else if (found === '}' || found === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(found.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return null;
}
