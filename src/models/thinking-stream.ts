import { answerStartOf } from '../python/internal.js';

/** A piece of a reply's text, once it's known to be thinking or answer. */
export type SplitPiece = { readonly type: 'text' | 'reasoning'; readonly text: string };

const OPENING_TAGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];
const OPENING = /^\s*<(?:think|thinking|thought|reasoning)>/i;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** Closing tags in code or quotes that are looked at. After these, all is thinking until the reply is whole. */
const MOST_TRIES = 32;
/** Characters that the longest closing tag has. */
const LONGEST_TAG = '</reasoning>'.length;

/**
 * Splits the text of a reply that opens with thinking in tags while it's written, as `splitThinking` splits the whole. Thinking whose
 * opening tag stood in the prompt can't be told from an answer before its end, so its pieces stay text.
 */
export class ThinkingStream {
  #state: 'start' | 'thinking' | 'answer' = 'start';
  /** Everything so far, until the answer begins. */
  #text = '';
  /** Offset up to which thinking was given. */
  #given = 0;
  /** Offset before which no tag ends the thinking. */
  #from = 0;
  /** Closing tags so far that don't end it. */
  #tries = 0;
  /** Whether something of the thinking, or of the answer, was given: blanks before it aren't. */
  #isBegun = false;
  /** Blanks of the thinking that are given only if more of it follows. */
  #blanks = '';

  push(piece: string): readonly SplitPiece[] {
    if (this.#state === 'answer') return this.#answer(piece);
    this.#text += piece;
    if (this.#state === 'start') {
      const opening = OPENING.exec(this.#text);
      if (opening === null) return couldOpen(this.#text) ? [] : this.#toAnswer(0);
      this.#state = 'thinking';
      this.#given = opening[0].length;
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
    const tag = this.#text.lastIndexOf('<');
    const mayBeTag = !isEnd && tag >= Math.max(this.#given, this.#text.length - LONGEST_TAG);
    return this.#reason(mayBeTag ? tag : this.#text.length);
  }

  /** The tag that ends the thinking, once it's there. */
  #closing(isEnd: boolean): { readonly start: number; readonly end: number } | null {
    while (this.#tries < MOST_TRIES) {
      CLOSING.lastIndex = this.#from;
      const found = CLOSING.exec(this.#text);
      // What follows the tag decides whether it's a quoted one.
      if (found === null || (!isEnd && CLOSING.lastIndex === this.#text.length)) {
        this.#from = Math.max(this.#from, found?.index ?? this.#text.length - LONGEST_TAG);
        return null;
      }
      const end = CLOSING.lastIndex;
      if (answerStartOf(this.#text) === end) return { start: found.index, end };
      this.#from = end;
      this.#tries += 1;
    }
    return null;
  }

  /** Gives the thinking up to an offset. */
  #reason(end: number): readonly SplitPiece[] {
    const fresh = this.#text.slice(this.#given, end);
    this.#given = Math.max(this.#given, end);
    const piece = this.#blanks + (this.#isBegun ? fresh : fresh.trimStart());
    const shown = piece.trimEnd();
    this.#blanks = piece.slice(shown.length);
    if (shown === '') return [];
    this.#isBegun = true;
    return [{ type: 'reasoning', text: shown }];
  }

  #toAnswer(start: number): readonly SplitPiece[] {
    const isAfterThinking = start > 0;
    this.#state = 'answer';
    this.#isBegun = !isAfterThinking;
    const rest = this.#text.slice(start);
    this.#text = '';
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
