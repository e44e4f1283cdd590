import { endOf, startOf } from './start-of.js';

/** How {@link shortened} shows that something is missing. */
export interface ShortenedOptions {
  /** Text in place of what is left out, which has `left` UTF-16 units. Default: `…`. */
  readonly mark?: (left: number) => string;
  /** Keeps the end of the text as well as its start. Default false. */
  readonly keepEnd?: boolean;
}

/** Marks that change how the character before them looks, and what joins two characters into one. */
const JOINED = /^[\p{Mark}\p{Emoji_Modifier}\u200d]/u;
const JOINER = /\u200d$/;
/** Units to go back in search of a place between two visible characters. */
const LONGEST_CHARACTER = 32;

/**
 * A text of at most `most` UTF-16 units, the mark for what was left out included. No character is cut in half, and marks and
 * joined emoji stay with their character. Where the mark doesn't fit, nothing stands for the rest.
 *
 *     shortened('three blind mice', 8); // three b…
 *     shortened('three blind mice', 15, { mark: (left) => ` (${left} more)` }); // three (11 more)
 */
export function shortened(text: string, most: number, options: ShortenedOptions = {}): string {
  if (text.length <= most) return text;
  const { mark = () => '…', keepEnd = false } = options;
  // The mark is longest for the largest number.
  const room = most - mark(text.length).length;
  if (room <= 0) return startOf(text, most);
  const start = wholeStart(text, keepEnd ? Math.ceil(room / 2) : room);
  const end = keepEnd ? endOf(text, Math.floor(room / 2)) : '';
  return start + mark(text.length - start.length - end.length) + end;
}

function wholeStart(text: string, most: number): string {
  const start = startOf(text, most);
  let end = start.length;
  while (start.length - end < LONGEST_CHARACTER && end > 0 && isJoined(text, end)) {
    end = startOf(text, end - 1).length;
  }
  return end > 0 && !isJoined(text, end) ? text.slice(0, end) : start;
}

function isJoined(text: string, at: number): boolean {
  return JOINED.test(text.slice(at, at + 2)) || JOINER.test(text.slice(at - 1, at));
}
