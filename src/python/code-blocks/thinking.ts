/** The thinking of a reply: from its opening tag to the tag that ends it, that one excluded. */
export interface ThinkingSection {
  /** Offset of the opening tag. */
  readonly start: number;
  /** Offset of the closing tag. */
  readonly end: number;
  /** Offset after the closing tag. */
  readonly next: number;
}

const OPENING = /<(?:think|thinking|thought|reasoning)>/gi;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/gi;
const CLOSING_LINE = /<\/(?:think|thinking|thought|reasoning)>\r?(?:\n|$)/gi;
const CLOSING_HERE = /<\/(?:think|thinking|thought|reasoning)>/iy;
const BACKTICK = 96;
const MAX_INDENTATION = 100;

/**
 * Finds the sections of a text that models mark as their thinking. An opening tag counts at the start of a line; the
 * section ends at the first closing tag that no quote follows (one that a quote follows stands in a string of code),
 * or where there is none at the first of all. A section that never ends is none.
 */
export class ThinkingFinder {
  readonly #text: string;
  #opening = -1;
  #closing: RegExpExecArray | null | undefined;
  #bareClosing: RegExpExecArray | null | undefined;
  #lineEndClosing = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first section that starts in `[from, before)`; `from` is no smaller than in earlier calls. */
  find(from: number, before: number): ThinkingSection | undefined {
    while (this.#opening < from || !startsLine(this.#text, this.#opening, from)) {
      if (this.#opening === Number.POSITIVE_INFINITY) return undefined;
      OPENING.lastIndex = Math.max(from, this.#opening + 1);
      this.#opening = OPENING.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    if (this.#opening >= before) return undefined;
    this.#closing = this.#closingFrom(this.#closing, isAny);
    this.#bareClosing = this.#closingFrom(this.#bareClosing, isBare);
    const found = this.#bareClosing ?? this.#closing;
    if (found === null) return undefined;
    return { start: this.#opening, end: found.index, next: found.index + found[0].length };
  }

  /** The offset of the first closing tag at a line end in `[from, before)`; `from` is no smaller than in earlier calls. */
  findEndOfLine(from: number, before: number): number | undefined {
    while (this.#lineEndClosing < from) {
      CLOSING_LINE.lastIndex = from;
      this.#lineEndClosing = CLOSING_LINE.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#lineEndClosing < before ? this.#lineEndClosing : undefined;
  }

  /** The first closing tag after the opening one that counts; `known` is the one found before. */
  #closingFrom(
    known: RegExpExecArray | null | undefined,
    counts: (text: string, end: number) => boolean,
  ): RegExpExecArray | null {
    if (known === null || (known !== undefined && known.index > this.#opening)) return known;
    CLOSING.lastIndex = this.#opening;
    for (;;) {
      const found = CLOSING.exec(this.#text);
      if (found === null || counts(this.#text, CLOSING.lastIndex)) return found;
    }
  }
}

/** Whether a tag that ends the thinking stands at an offset. */
export function isThinkingEnd(text: string, at: number): boolean {
  CLOSING_HERE.lastIndex = at;
  return CLOSING_HERE.test(text);
}

/**
 * Where the thinking of a text ends: the offset of the last closing tag outside all blocks that is not quoted; -1 where
 * there is none. Replies often hold no opening tag, since the prompt did.
 */
export function thinkingEndOf(
  text: string,
  blocks: readonly { readonly openStart: number; readonly end: number }[],
): number {
  let end = -1;
  let next = 0;
  CLOSING.lastIndex = 0;
  for (const { index, 0: tag } of text.matchAll(CLOSING)) {
    while (next < blocks.length && (blocks[next]?.end ?? 0) <= index) next++;
    const isInside = index >= (blocks[next]?.openStart ?? Number.POSITIVE_INFINITY);
    if (!isInside && isBare(text, index + tag.length)) end = index;
  }
  return end;
}

function isAny(): boolean {
  return true;
}

/** Whether a tag that ends here stands for itself: neither a quote nor a single backtick follows. */
function isBare(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (code === BACKTICK) return text.charCodeAt(end + 1) === BACKTICK;
  return code !== 34 && code !== 39;
}

/** Whether nothing but blanks stands before an offset on its line, or since `from`. */
function startsLine(text: string, offset: number, from: number): boolean {
  let at = offset;
  while (at > from && offset - at < MAX_INDENTATION && isBlank(text.charCodeAt(at - 1))) at--;
  return at === from || text.charCodeAt(at - 1) === 10;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
