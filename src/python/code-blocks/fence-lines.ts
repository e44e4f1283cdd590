import { isThinkingEnd } from './thinking.js';

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
const QUOTE = 62;
const MAX_PREFIX = 400;
const MAX_INFO = 200;
const TWO_BACKTICKS = /^(?:py|python)3?$/i;
const LAST_WORD = /(?:py|python)3?$/i;

/** Reads the line `[start, end)` (without its line end) as the opening of a fenced block; undefined when it is none. */
export function readOpening(text: string, start: number, end: number): FenceOpening | undefined {
  let at = start;
  let inner = start;
  let quoted = false;
  const limit = Math.min(end, start + MAX_PREFIX);
  for (;;) {
    at = blanksEnd(text, at, limit);
    if (text.charCodeAt(at) === QUOTE) {
      at++;
      inner = text.charCodeAt(at) === 32 ? at + 1 : at;
      quoted = true;
      continue;
    }
    const mark = listMarkEnd(text, at, limit);
    if (mark === at) break;
    at = mark;
  }
  const character = text.charCodeAt(at);
  if (at < end && (character === BACKTICK || character === TILDE)) {
    const runEnd = runEndOf(text, at, end);
    const length = runEnd - at;
    const info = text.slice(runEnd, Math.min(end, runEnd + MAX_INFO)).trim();
    if (info !== '' && info.includes('<') && isAfterFence(text, runEnd, end)) return undefined;
    const isFence = length >= 3 && (character === TILDE || !hasBacktick(text, runEnd, end));
    if (isFence || (length === 2 && character === BACKTICK && TWO_BACKTICKS.test(info))) {
      return { character, length, info, indentation: columns(text, inner, at), quoted, afterText: false };
    }
  }
  return openingAfterText(text, start, end);
}

/**
 * Whether a line closes the block: as many fence characters or more, and nothing else but the end of the thinking, a
 * token that ends a reply (`<|im_end|>`, `</s>`), or punctuation (`}`).
 */
export function isClosing(text: string, start: number, end: number, opening: FenceOpening): boolean {
  let at = blanksEnd(text, start, end);
  while (opening.quoted && at < end && text.charCodeAt(at) === QUOTE) at = blanksEnd(text, at + 1, end);
  if (at >= end || text.charCodeAt(at) !== opening.character) return false;
  const runEnd = runEndOf(text, at, end);
  if (runEnd - at < opening.length) return false;
  const last = blanksEnd(text, runEnd, end);
  return last === end || isThinkingEnd(text, last) || isAfterFence(text, last, end);
}

/** What models and their servers leave behind a closing fence: tokens that end a turn, and stray punctuation. */
const AFTER_FENCE =
  /^(?:[ \t]*(?:<\|[\w-]{1,40}\|>|<\uff5c[^\s\uff5c]{1,40}\uff5c>|<\/?(?:s|eos|bos|end|pad|answer|code|python|response|output|result|solution|final|tool_call|end_of_turn|start_of_turn|end_of_text|endoftext|im_end|eot_id|eom_id)>|\[\/?(?:INST|END)\]|[}\])>.,;:!?'"*_]))+[ \t]*$/i;
const MAX_AFTER_FENCE = 200;

/** Whether the rest `[at, end)` of a line is nothing but what may stand behind a closing fence. */
export function isAfterFence(text: string, at: number, end: number): boolean {
  return at < end && end - at <= MAX_AFTER_FENCE && AFTER_FENCE.test(text.slice(at, end));
}

/** A fence that names Python at the end of a line of text. */
function openingAfterText(text: string, start: number, end: number): FenceOpening | undefined {
  let last = end;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last--;
  const info = LAST_WORD.exec(text.slice(Math.max(start, last - 8), last))?.[0];
  if (info === undefined) return undefined;
  let runEnd = last - info.length;
  while (runEnd > start && isBlank(text.charCodeAt(runEnd - 1))) runEnd--;
  const character = text.charCodeAt(runEnd - 1);
  if (runEnd <= start || (character !== BACKTICK && character !== TILDE)) return undefined;
  let first = runEnd;
  while (first > start && text.charCodeAt(first - 1) === character) first--;
  if (runEnd - first < 3) return undefined;
  return { character, length: runEnd - first, info, indentation: 0, quoted: false, afterText: true };
}

/** The offset after a list mark and the blanks behind it, or `at` when there is none. */
function listMarkEnd(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  let mark = at;
  if (code === 45 || code === 42 || code === 43) mark = at + 1;
  else if (code >= 48 && code <= 57) {
    let digits = at;
    while (digits < at + 9 && isDigit(text.charCodeAt(digits))) digits++;
    const dot = text.charCodeAt(digits);
    if (dot === 46 || dot === 41) mark = digits + 1;
  }
  if (mark === at || mark >= end || !isBlank(text.charCodeAt(mark))) return at;
  return blanksEnd(text, mark, end);
}

function hasBacktick(text: string, from: number, end: number): boolean {
  const found = text.indexOf('`', from);
  return found >= 0 && found < end;
}

/** The offset after the run of the character at an offset. */
export function runEndOf(text: string, at: number, limit: number): number {
  const character = text.charCodeAt(at);
  let end = at;
  while (end < limit && text.charCodeAt(end) === character) end++;
  return end;
}

function blanksEnd(text: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && isBlank(text.charCodeAt(end))) end++;
  return end;
}

function columns(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) count += text.charCodeAt(at) === 9 ? 4 : 1;
  return count;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
