/** A text in which parts are replaced without moving the rest: lines stay, and columns counted in code points. */
export class SameLengthText {
  readonly #units: string[];

  constructor(text: string) {
    this.#units = text.split('');
  }

  /** Blanks a range. Line ends stay, and so do the backslashes that join lines, unless it's a comment. */
  blank(start: number, end: number, isComment = false): void {
    const units = this.#units;
    for (let at = start; at < end; at++) {
      const unit = units[at] ?? '';
      if (unit === '\n' || unit === '\r' || unit === '') continue;
      if (!isComment && unit === '\\' && /[\r\n]/.test(units[at + 1] ?? '')) continue;
      // One blank for each code point, two units or one.
      units[at] = /[\udc00-\udfff]/.test(unit) ? '' : ' ';
    }
  }

  /** Writes a word of ASCII letters over what is there, which must be at least as long. */
  write(start: number, word: string): void {
    for (let at = 0; at < word.length; at++) this.#units[start + at] = word[at] ?? '';
  }

  toString(): string {
    return this.#units.join('');
  }
}
