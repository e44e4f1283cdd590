const LONGEST = 24;
/** Texts that are remembered at the same time; a power of two. */
const SLOTS = 256;

/** Reads short texts out of bytes: the same text comes again and again, as the keys of records do. */
export class ShortTexts {
  readonly #known: string[] = [];

  /** The text, or null for an empty or longer one and for one that is not all ASCII. */
  read(bytes: Buffer, start: number, length: number): string | null {
    if (length === 0 || length > LONGEST) return null;
    const first = bytes[start] ?? 0;
    const last = bytes[start + length - 1] ?? 0;
    const slot = (length * 37 + first * 7 + last) & (SLOTS - 1);
    const known = this.#known[slot];
    if (known !== undefined && known.length === length) {
      let index = 0;
      while (index < length && known.charCodeAt(index) === bytes[start + index]) index++;
      if (index === length) return known;
    }
    for (let index = start; index < start + length; index++) {
      if ((bytes[index] ?? 0) >= 128) return null;
    }
    const text = bytes.toString('latin1', start, start + length);
    this.#known[slot] = text;
    return text;
  }
}
