/** A line that opens a fenced block. */
export interface FenceOpening {
  /** Code unit of the fence character: a backtick or a tilde. */
  readonly character: number;
  /** How many fence characters there are. */
  readonly length: number;
  readonly info: string;
  /** Columns before the fence: what is taken off the lines of the content. */
  readonly indentation: number;
  /** Whether the block stands in a block quote, whose marks are taken off as well. */
  readonly quoted: boolean;
  /** Whether other text stands before the fence on its line. */
  readonly afterText: boolean;
}

const BACKTICK = 96;
const TILDE = 126;
const PREFIX = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const TWO_BACKTICKS = /^``(?:py|python)3?[ \t]*$/i;
const LAST_WORD = /(?:py|python)3?$/i;
const MAX_PREFIX = 400;

/** Reads a line as the opening of a fenced block; undefined when it is none. `line` has no line end. */
export function readOpening(line: string): FenceOpening | undefined {
  const prefix = PREFIX.exec(line.slice(0, MAX_PREFIX))?.[0] ?? '';
  const character = line.charCodeAt(prefix.length);
  if (character === BACKTICK || character === TILDE) {
    const length = runLength(line, prefix.length);
    const info = line.slice(prefix.length + length);
    const place = { indentation: columns(prefix), quoted: prefix.includes('>'), afterText: false };
    if (length >= 3 && (character === TILDE || !info.includes('`'))) {
      return { character, length, info: info.trim(), ...place };
    }
    if (TWO_BACKTICKS.test(line.slice(prefix.length))) {
      return { character, length: 2, info: info.trim(), ...place };
    }
  }
  return openingAfterText(line);
}

/** A fence that names Python at the end of a line of text. */
function openingAfterText(line: string): FenceOpening | undefined {
  const text = line.trimEnd();
  const info = LAST_WORD.exec(text.slice(-8))?.[0];
  if (info === undefined) return undefined;
  const before = text.slice(0, -info.length).trimEnd();
  const character = before.charCodeAt(before.length - 1);
  let start = before.length;
  while (start > 0 && before.charCodeAt(start - 1) === character) start--;
  const length = before.length - start;
  if (length < 3 || (character !== BACKTICK && character !== TILDE)) return undefined;
  return { character, length, info, indentation: 0, quoted: false, afterText: true };
}

/** Whether a line closes the block: as many fence characters or more, and nothing else. */
export function isClosing(line: string, opening: FenceOpening): boolean {
  let start = 0;
  for (; start < line.length; start++) {
    const code = line.charCodeAt(start);
    if (code !== 32 && code !== 9 && !(opening.quoted && code === 62)) break;
  }
  if (line.charCodeAt(start) !== opening.character) return false;
  const length = runLength(line, start);
  return length >= opening.length && line.slice(start + length).trim() === '';
}

function runLength(line: string, start: number): number {
  const character = line.charCodeAt(start);
  let end = start;
  while (line.charCodeAt(end) === character) end++;
  return end - start;
}

/** How many columns a prefix takes, quote marks left out; a tab counts four. */
function columns(prefix: string): number {
  const inner = prefix.slice(prefix.lastIndexOf('>') + 1);
  let count = 0;
  for (const character of inner) count += character === '\t' ? 4 : 1;
  return prefix.includes('>') && inner.startsWith(' ') ? count - 1 : count;
}
