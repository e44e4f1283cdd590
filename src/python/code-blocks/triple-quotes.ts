/**
 * Follows Python text piece by piece and knows whether it stands inside a triple-quoted string: where a line that
 * looks like a closing fence is text of the program.
 */
export class TripleQuoteScanner {
  readonly #text: string;
  #at: number;
  /** The quote of the open triple-quoted string; 0 outside. */
  #quote = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  /** Whether the text up to `end` (a line start, no smaller than before) leaves a triple-quoted string open. */
  isOpenAt(end: number): boolean {
    while (this.#at < end) {
      if (this.#quote === 0) this.#readCode();
      else this.#readString();
    }
    return this.#quote !== 0;
  }

  #readCode(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === 35) this.#at = this.#lineEnd(this.#at);
    else if (code !== 34 && code !== 39) this.#at++;
    else if (this.#isTriple(code)) {
      this.#quote = code;
      this.#at += 3;
    } else this.#readLineString(code);
  }

  #readLineString(quote: number): void {
    let at = this.#at + 1;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 92) at++;
      else if (code === quote) {
        at++;
        break;
      } else if (code === 10) break;
    }
    this.#at = at;
  }

  #readString(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === 92) this.#at += 2;
    else if (code === this.#quote && this.#isTriple(code)) {
      this.#quote = 0;
      this.#at += 3;
    } else this.#at++;
  }

  #isTriple(quote: number): boolean {
    return this.#text.charCodeAt(this.#at + 1) === quote && this.#text.charCodeAt(this.#at + 2) === quote;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 ? this.#text.length : end;
  }
}
