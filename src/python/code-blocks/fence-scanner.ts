import { defineOptions, option } from '../../core/index.js';
import { type FenceOpening, isClosing, readOpening, runEndOf } from './fence-lines.js';
import { type FenceLanguage, languageOfInfo } from './info-string.js';
import { ThinkingFinder, type ThinkingSection } from './thinking.js';
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

const checkFenceScanOptions = defineOptions<FenceScanOptions>()('scanFences', {
  parses: option.callback,
});

/** The blocks that a scan found, and the characters it looked at: linear in the text. */
export interface FenceScan {
  /** In the order of the text; the first 4,096 of them. */
  readonly blocks: readonly FencedBlock[];
  /** Where the last section of thinking that was read ends; -1 where there is none. */
  readonly thinkingEnd: number;
  readonly steps: number;
}

/** What a line holds that opens a block: a fence, or two backticks that name Python. */
const OPENING = /`{3}|~{3}|``[ \t]*py/gi;

/** Characters that a scan may look at beyond a first close, over the whole text. */
const MAX_LOOK_AHEAD = 32_768;
/** Blocks after which a scan ends: no reply that means well holds as many. */
const MAX_BLOCKS = 4096;
/** Fences inside a block that are tried as its end. */
const MAX_SLOPPY = 4;

/**
 * Finds the fenced code blocks of a text by the rules of CommonMark, more lenient where models are careless: any
 * indentation, any length from three characters, a fence after other text on its line when it names Python, and
 * two-backtick fences that name Python. Time is linear in the length of the text.
 */
export function scanFences(text: string, options: FenceScanOptions = {}): FenceScan {
  checkFenceScanOptions(options);
  return new FenceScanner(text, options).run();
}

class FenceScanner {
  readonly #text: string;
  readonly #options: FenceScanOptions;
  readonly #blocks: FencedBlock[] = [];
  readonly #languages = new Map<string, FenceLanguage>();
  readonly #thinking: ThinkingFinder;
  /** Where the part of the text ends that is read now: a section of thinking, or all of it. */
  #end: number;
  /** Whether thinking may be read whose opening tag stood in the prompt. */
  #mayBePrompted = true;
  #lookAhead = MAX_LOOK_AHEAD;
  #steps = 0;
  #nextOpening = -1;
  #nextBacktick = -1;
  #nextTilde = -1;
  /** The line found last: its start, its end without the line end, and the start of the next. */
  #lineStart = 0;
  #lineEnd = 0;
  #lineNext = 0;

  constructor(text: string, options: FenceScanOptions) {
    this.#text = text;
    this.#options = options;
    this.#thinking = new ThinkingFinder(text);
    this.#end = text.length;
  }

  run(): FenceScan {
    let at = 0;
    let thinkingEnd = -1;
    for (;;) {
      const section = this.#readUpToThinking(at);
      if (section === undefined) return { blocks: this.#blocks, thinkingEnd, steps: this.#steps };
      thinkingEnd = section.end;
      this.#end = section.end;
      this.#mayBePrompted = false;
      this.#readFences(section.start);
      this.#end = this.#text.length;
      at = section.next;
    }
  }

  /** Reads the blocks from `at` on, up to the next section of thinking outside them, which it gives. */
  #readUpToThinking(at: number): ThinkingSection | undefined {
    return this.#readFences(at, (from, before) => this.#thinking.find(from, before));
  }

  #readFences(
    start: number,
    find?: (from: number, before: number) => ThinkingSection | undefined,
  ): ThinkingSection | undefined {
    let at = start;
    while (this.#blocks.length < MAX_BLOCKS && this.#findOpeningLine(at)) {
      const section = find?.(at, this.#nextOpening);
      if (section !== undefined) return section;
      const opening = readOpening(this.#text, this.#lineStart, this.#lineEnd);
      at = opening === undefined ? this.#lineNext : this.#readBlock(opening);
    }
    return undefined;
  }

  #readBlock(opening: FenceOpening): number {
    const openStart = this.#lineStart;
    const start = this.#lineNext;
    const language = this.#languageOf(opening.info);
    let closed = this.#findClose(start, opening, language);
    const sloppy = this.#findSloppyClose(start, closed ? this.#lineStart : this.#end, opening, language);
    if (sloppy !== undefined) {
      this.#nextBacktick = -1;
      this.#nextTilde = -1;
      return this.#add({ opening, language, openStart, start, closed: true, ...sloppy });
    }
    const thinkingEnd = this.#findEndOfPrompted(
      start,
      closed ? this.#lineStart : this.#end,
      opening,
      language,
    );
    if (thinkingEnd !== undefined) {
      closed = false;
      this.#nextBacktick = -1;
      this.#nextTilde = -1;
    }
    const end = thinkingEnd ?? (closed ? this.#lineStart : this.#end);
    const closeEnd = thinkingEnd ?? (closed ? this.#lineNext : this.#end);
    return this.#add({ opening, language, openStart, start, closed, end, closeEnd });
  }

  #add({ closed, ...block }: Omit<FencedBlock, 'info' | 'truncated'> & { readonly closed: boolean }): number {
    const start = Math.min(block.start, block.end);
    this.#blocks.push({ ...block, start, info: block.opening.info, truncated: !closed });
    return block.closeEnd;
  }

  /**
   * Where a block ends at a fence that is no closing line by the rules: it stands at the end of the last line of code, or text
   * follows it. Only where the block does not read as a program up to its closing line, and does up to that fence.
   */
  #findSloppyClose(
    start: number,
    strictEnd: number,
    opening: FenceOpening,
    language: FenceLanguage,
  ): Pick<FencedBlock, 'end' | 'closeEnd'> | undefined {
    const { parses } = this.#options;
    if (parses === undefined || language === 'other') return undefined;
    const fence = String.fromCharCode(opening.character).repeat(opening.length);
    let at = this.#text.indexOf(fence, start);
    if (at < 0 || at >= strictEnd || parses(start, strictEnd, opening) !== false) return undefined;
    for (let tries = 0; tries < MAX_SLOPPY && at >= 0 && at < strictEnd; tries++) {
      this.#steps += at - start;
      if (parses(start, at, opening) === true) {
        const feed = this.#text.indexOf('\n', at);
        const lineEnd = feed < 0 ? this.#end : Math.min(this.#end, feed + 1);
        const lineStart = this.#text.lastIndexOf('\n', at - 1) + 1;
        const opens = this.#text.slice(lineStart, at).trim() === '' && this.#opensPython(lineStart, lineEnd);
        return { end: at, closeEnd: opens ? lineStart : lineEnd };
      }
      at = this.#text.indexOf(fence, runEndOf(this.#text, at, strictEnd));
    }
    return undefined;
  }

  #opensPython(start: number, end: number): boolean {
    const opening = readOpening(this.#text, start, end);
    return opening !== undefined && this.#languageOf(opening.info) === 'python';
  }

  /**
   * Where a block that begins in thinking whose opening tag stood in the prompt must end: at the closing tag at the end of
   * a line, if the block is no program as it is. Only the first such block of a text, since thinking comes first.
   */
  #findEndOfPrompted(
    start: number,
    end: number,
    opening: FenceOpening,
    language: FenceLanguage,
  ): number | undefined {
    if (!this.#mayBePrompted || language === 'other') return undefined;
    const found = this.#thinking.findEndOfLine(start, end);
    if (found === undefined || this.#options.parses?.(start, end, opening) !== false) return undefined;
    this.#mayBePrompted = false;
    this.#steps += end - start;
    return found;
  }

  #languageOf(info: string): FenceLanguage {
    const known = this.#languages.get(info);
    if (known !== undefined) return known;
    const language = languageOfInfo(info);
    if (this.#languages.size < 100) this.#languages.set(info, language);
    return language;
  }

  /** Finds the line that closes a block; when that lies inside a Python string, the later one with which it parses. */
  #findClose(start: number, opening: FenceOpening, language: FenceLanguage): boolean {
    if (!this.#findClosing(start, opening)) return false;
    const { parses } = this.#options;
    if (parses === undefined || language === 'other') return true;
    this.#steps += this.#lineStart - start;
    if (!/"""|'''/.test(this.#text.slice(start, this.#lineStart))) return true;
    const quotes = new TripleQuoteScanner(this.#text, start);
    if (!quotes.isOpenAt(this.#lineStart)) return true;
    const saved = [
      this.#nextBacktick,
      this.#nextTilde,
      this.#lineStart,
      this.#lineEnd,
      this.#lineNext,
    ] as const;
    while (this.#lookAhead > 0) {
      const from = this.#lineNext;
      const limit = from + this.#lookAhead;
      const found = this.#findClosing(from, opening, limit);
      const reached = found ? this.#lineNext : limit;
      this.#lookAhead -= Math.min(this.#lookAhead, reached - from);
      this.#steps += reached - from;
      if (!found) break;
      if (!quotes.isOpenAt(this.#lineStart)) {
        if (parses(start, this.#lineStart, opening) === true) return true;
        break;
      }
    }
    [this.#nextBacktick, this.#nextTilde, this.#lineStart, this.#lineEnd, this.#lineNext] = saved;
    return true;
  }

  #findClosing(start: number, opening: FenceOpening, limit = Number.POSITIVE_INFINITY): boolean {
    let at = start;
    while (this.#findFenceLine(at) && this.#lineStart < limit) {
      if (isClosing(this.#text, this.#lineStart, this.#lineEnd, opening)) return true;
      at = this.#lineNext;
    }
    return false;
  }

  /** Finds the first line from `at` (a line start) on that may open a block. */
  #findOpeningLine(at: number): boolean {
    if (this.#nextOpening < at) {
      OPENING.lastIndex = at;
      this.#nextOpening = OPENING.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#findLine(at, this.#nextOpening);
  }

  /** Finds the first line from `at` (a line start) on that holds two backticks or three tildes in a row. */
  #findFenceLine(at: number): boolean {
    if (this.#nextBacktick < at) this.#nextBacktick = this.#find('``', at);
    if (this.#nextTilde < at) this.#nextTilde = this.#find('~~~', at);
    return this.#findLine(at, Math.min(this.#nextBacktick, this.#nextTilde));
  }

  /** Takes in the line around the offset `found`, which is not before `at`; false where nothing was found. */
  #findLine(at: number, found: number): boolean {
    const text = this.#text;
    if (found >= this.#end) return false;
    let start = found;
    while (start > at && text.charCodeAt(start - 1) !== 10) start--;
    const feed = text.indexOf('\n', found);
    this.#lineStart = start;
    const isCut = feed < 0 || feed >= this.#end;
    this.#lineNext = isCut ? this.#end : feed + 1;
    this.#lineEnd = isCut ? this.#end : feed > start && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
    this.#steps += this.#lineNext - at;
    return true;
  }

  #find(fence: string, at: number): number {
    const found = this.#text.indexOf(fence, at);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}
