import { type FenceOpening, isClosing, readOpening } from './fence-lines.js';
import { type FenceLanguage, languageOfInfo } from './info-string.js';
import { TripleQuoteScanner } from './triple-quotes.js';

/** One fenced block of a text. */
export interface FencedBlock {
  readonly info: string;
  readonly language: FenceLanguage;
  readonly opening: FenceOpening;
  /** Offset of the line that opens it. */
  readonly openStart: number;
  /** The content as it stands in the text: offsets, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Offset after the line that closes it. */
  readonly closeEnd: number;
  /** Whether the text ended before the block did. */
  readonly truncated: boolean;
}

/** What a scan needs besides the text. */
export interface FenceScanOptions {
  /**
   * Whether the stretch `[start, end)` reads as a Python program. Asked where a closing fence stands inside a
   * triple-quoted string, to find the longest close that parses; false or undefined takes the first close.
   */
  readonly parses?: (start: number, end: number, opening: FenceOpening) => boolean | undefined;
}

/** The blocks that a scan found, and the characters it looked at: linear in the text. */
export interface FenceScan {
  readonly blocks: readonly FencedBlock[];
  readonly steps: number;
}

/** Characters that a scan may look at beyond a first close, over the whole text. */
const MAX_LOOK_AHEAD = 65_536;

/**
 * Finds the fenced code blocks of a text by the rules of CommonMark, more lenient where models are careless: any
 * indentation, any length from three characters, a fence after other text on its line when it names Python, and
 * two-backtick fences that name Python. Time is linear in the length of the text.
 */
export function scanFences(text: string, options: FenceScanOptions = {}): FenceScan {
  return new FenceScanner(text, options).run();
}

interface Line {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  /** After the line end. */
  readonly next: number;
}

class FenceScanner {
  readonly #text: string;
  readonly #options: FenceScanOptions;
  readonly #blocks: FencedBlock[] = [];
  #lookAhead = MAX_LOOK_AHEAD;
  #steps = 0;
  #nextBacktick = -1;
  #nextTilde = -1;

  constructor(text: string, options: FenceScanOptions) {
    this.#text = text;
    this.#options = options;
  }

  run(): FenceScan {
    let at = 0;
    for (;;) {
      const line = this.#nextFenceLine(at);
      if (line === undefined) break;
      const opening = readOpening(this.#text.slice(line.start, line.end));
      at = opening === undefined ? line.next : this.#readBlock(line, opening);
    }
    return { blocks: this.#blocks, steps: this.#steps };
  }

  #readBlock(line: Line, opening: FenceOpening): number {
    const language = languageOfInfo(opening.info);
    const close = this.#findClose(line.next, opening, language);
    const end = close?.start ?? this.#text.length;
    const closeEnd = close?.next ?? this.#text.length;
    this.#blocks.push({
      info: opening.info,
      language,
      opening,
      openStart: line.start,
      start: Math.min(line.next, end),
      end,
      closeEnd,
      truncated: close === undefined,
    });
    return closeEnd;
  }

  /** The line that closes a block; when that lies inside a Python string, the later one with which it parses. */
  #findClose(start: number, opening: FenceOpening, language: FenceLanguage): Line | undefined {
    const first = this.#nextClose(start, opening);
    const { parses } = this.#options;
    if (first === undefined || parses === undefined || language === 'other') return first;
    const quotes = new TripleQuoteScanner(this.#text, start);
    this.#steps += first.start - start;
    if (!quotes.isOpenAt(first.start)) return first;
    const saved: readonly [number, number] = [this.#nextBacktick, this.#nextTilde];
    let before = first.start;
    for (;;) {
      const close = this.#nextClose(
        before === first.start ? first.next : before,
        opening,
        before + this.#lookAhead,
      );
      const reached = close?.next ?? before + this.#lookAhead;
      this.#lookAhead -= Math.min(this.#lookAhead, reached - before);
      this.#steps += reached - before;
      before = reached;
      if (close === undefined) break;
      if (!quotes.isOpenAt(close.start)) {
        if (parses(start, close.start, opening) === true) return close;
        break;
      }
    }
    [this.#nextBacktick, this.#nextTilde] = saved;
    return first;
  }

  #nextClose(start: number, opening: FenceOpening, limit = Number.POSITIVE_INFINITY): Line | undefined {
    let at = start;
    for (;;) {
      const line = this.#nextFenceLine(at);
      if (line === undefined || line.start >= limit) return undefined;
      if (isClosing(this.#text.slice(line.start, line.end), opening)) return line;
      at = line.next;
    }
  }

  /** The first line from `at` (a line start) on that holds two backticks or three tildes in a row. */
  #nextFenceLine(at: number): Line | undefined {
    if (this.#nextBacktick < at) this.#nextBacktick = this.#find('``', at);
    if (this.#nextTilde < at) this.#nextTilde = this.#find('~~~', at);
    const found = Math.min(this.#nextBacktick, this.#nextTilde);
    if (found === Number.POSITIVE_INFINITY) return undefined;
    const start = Math.max(at, this.#text.lastIndexOf('\n', found) + 1);
    const feed = this.#text.indexOf('\n', found);
    const next = feed < 0 ? this.#text.length : feed + 1;
    const end = feed < 0 ? next : this.#text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
    this.#steps += next - at;
    return { start, end, next };
  }

  #find(fence: string, at: number): number {
    const found = this.#text.indexOf(fence, at);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}
