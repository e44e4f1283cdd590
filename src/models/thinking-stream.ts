import { answerStartOf } from '../python/internal.js';

/** A piece of a reply's text, once it's known to be thinking or answer. */
export type SplitPiece = { readonly type: 'text' | 'reasoning'; readonly text: string };

const OPENING_TAGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];
const OPENING = /^\s*<(?:think|thinking|thought|reasoning)>/i;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** Characters of the longest closing tag. */
const LONGEST_TAG = '</reasoning>'.length;
/**
 * Characters read in all to tell closing tags in code and quotes from the one that ends the thinking. After these, all is thinking
 * until the reply is whole.
 */
const MOST_READ = 1_000_000;

/**
 * Splits the text of a reply that opens with thinking in tags while it's written, as `splitThinking` splits the whole. Thinking whose
 * opening tag stood in the prompt can't be told from an answer before its end, so its pieces stay text.
 */
export class ThinkingStream {
  #state: 'start' | 'thinking' | 'answer' = 'start';
  /** Everything so far, until the answer begins. Joined only where a closing tag must be judged, so no piece is copied twice. */
  #pieces: string[] = [];
  #length = 0;
  /** The end of the text: before thinking begins, what follows the blanks; then, what may be the start of a closing tag. */
  #held = '';
  /** Offset before which no tag ends the thinking. */
  #from = 0;
  /** Characters read to judge closing tags. */
  #read = 0;
  /** Whether something of the thinking, or of the answer, was given: blanks before it aren't. */
  #isBegun = false;
  /** Blanks of the thinking that are given only if more of it follows. */
  #blanks = '';

  push(piece: string): readonly SplitPiece[] {
    if (this.#state === 'answer') return this.#answer(piece);
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#held += piece;
    if (this.#state === 'start') {
      this.#held = this.#held.trimStart();
      const opening = OPENING.exec(this.#held);
      if (opening === null) return couldOpen(this.#held) ? [] : this.#toAnswer(0);
      this.#state = 'thinking';
      this.#held = this.#held.slice(opening[0].length);
    }
    return this.#think(false);
  }

  /** What was held back. */
  end(): readonly SplitPiece[] {
    if (this.#state === 'start') return this.#toAnswer(0);
    return this.#state === 'thinking' ? this.#think(true) : [];
  }

  #think(isEnd: boolean): readonly SplitPiece[] {
    const closing = this.#closing(isEnd);
    if (closing !== null) return [...this.#reason(closing.start), ...this.#toAnswer(closing.end)];
    const tag = this.#held.lastIndexOf('<');
    const mayBeTag = !isEnd && tag >= 0 && tag >= this.#held.length - LONGEST_TAG;
    return this.#reason(this.#length - (mayBeTag ? this.#held.length - tag : 0));
  }

  /** The tag that ends the thinking, once it's there. All tags not looked at yet are in the text held back. */
  #closing(isEnd: boolean): { readonly start: number; readonly end: number } | null {
    const heldFrom = this.#length - this.#held.length;
    while (this.#read < MOST_READ) {
      CLOSING.lastIndex = Math.max(0, this.#from - heldFrom);
      const found = CLOSING.exec(this.#held);
      // What follows the tag decides whether it's a quoted one.
      if (found === null || (!isEnd && CLOSING.lastIndex === this.#held.length)) return null;
      const end = heldFrom + CLOSING.lastIndex;
      this.#read += this.#length;
      if (answerStartOf(this.#text()) === end) return { start: heldFrom + found.index, end };
      this.#from = end;
    }
    return null;
  }

  #text(): string {
    const text = this.#pieces.join('');
    this.#pieces = [text];
    return text;
  }

  /** Gives the thinking up to an offset. */
  #reason(end: number): readonly SplitPiece[] {
    const given = this.#held.length - (this.#length - end);
    const fresh = this.#isBegun ? this.#held.slice(0, given) : this.#held.slice(0, given).trimStart();
    this.#held = this.#held.slice(given);
    const shown = fresh.trimEnd();
    if (shown === '') {
      this.#blanks += fresh;
      return [];
    }
    const text = this.#blanks + shown;
    this.#blanks = fresh.slice(shown.length);
    this.#isBegun = true;
    return [{ type: 'reasoning', text }];
  }

  #toAnswer(start: number): readonly SplitPiece[] {
    const isAfterThinking = start > 0;
    this.#state = 'answer';
    this.#isBegun = !isAfterThinking;
    const rest = this.#text().slice(start);
    this.#pieces = [];
    this.#held = '';
    return this.#answer(rest);
  }

  #answer(piece: string): readonly SplitPiece[] {
    const shown = this.#isBegun ? piece : piece.trimStart();
    if (shown === '') return [];
    this.#isBegun = true;
    return [{ type: 'text', text: shown }];
  }
}

/** Whether a text may still come to open with a tag. */
function couldOpen(text: string): boolean {
  const begun = text.trimStart().toLowerCase();
  return OPENING_TAGS.some((tag) => tag.startsWith(begun));
}
