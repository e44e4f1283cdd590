import { quoted, shortened } from '../core/internal.js';

/** Where a text, an object or a list begins or ends, and numbers. */
const TOKENS = /["{}[\]]|-?\d[\d.eE+-]*/g;
const COLON = /\s*:/y;

/**
 * What reading JSON would lose without a word: all but the last value of a key that an object has twice, and digits of a whole
 * number beyond 2^53. In a few words with its line; null for none.
 *
 * @param text - must be JSON
 */
export function findLoss(text: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(text); found !== null; found = TOKENS.exec(text)) {
    const [token] = found;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === '"') {
      const end = endOfText(text, found.index);
      TOKENS.lastIndex = COLON.lastIndex = end;
      const keys = open.at(-1);
      if (keys === undefined || keys === null || !COLON.test(text)) continue;
      const key = JSON.parse(text.slice(found.index, end)) as string;
      if (keys.has(key)) {
        return `line ${lineOf(text, found.index)} has the key ${shown(key)} for the second time; keep one`;
      }
      keys.add(key);
    } else if (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))) {
      return `line ${lineOf(text, found.index)} holds ${shortened(token, 40)}, more digits than a number keeps; write it as a text`;
    }
  }
  return null;
}

/** Where a text in JSON ends that begins there. */
function endOfText(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function shown(key: string): string {
  return quoted(key, 40);
}
