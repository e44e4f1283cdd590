/** Where a text was found: from one byte up to another. */
export interface BytePlace {
  readonly start: number;
  readonly end: number;
}

const FEED = 0x0a;
const RETURN = 0x0d;

/** How lines end in a text that has lines; null where it has none, or some of each kind. */
export function lineEndOf(bytes: Uint8Array): '\n' | '\r\n' | null {
  let [feeds, pairs] = [0, 0];
  for (let at = bytes.indexOf(FEED); at !== -1; at = bytes.indexOf(FEED, at + 1)) {
    feeds++;
    if (at > 0 && bytes[at - 1] === RETURN) pairs++;
    if (pairs > 0 && pairs < feeds) return null;
  }
  if (feeds === 0) return null;
  return pairs > 0 ? '\r\n' : '\n';
}

/** A text with its lines ended one way. */
export function withLineEnd(text: string, lineEnd: '\n' | '\r\n'): string {
  const feeds = text.replaceAll('\r\n', '\n');
  return lineEnd === '\n' ? feeds : feeds.replaceAll('\n', '\r\n');
}

/** What a file becomes where a text is written over it: the lines end as they ended before, where they all ended alike. */
export function withLineEndsOf(before: Uint8Array, text: string): string {
  const lineEnd = lineEndOf(before);
  return lineEnd === null ? text : withLineEnd(text, lineEnd);
}

/** Bytes whose every CR LF is one LF, and how their places are those of the bytes as they are. */
export class FoldedBytes {
  readonly bytes: Buffer;
  /** Where, in the folded bytes, each LF stands that had a CR before it; ascending. */
  readonly #pairs: readonly number[];

  constructor(content: Buffer) {
    const pairs: number[] = [];
    const folded = Buffer.allocUnsafe(content.byteLength);
    let [read, written] = [0, 0];
    for (let at = content.indexOf('\r\n'); at !== -1; at = content.indexOf('\r\n', at + 2)) {
      written += content.copy(folded, written, read, at);
      pairs.push(written);
      read = at + 1;
    }
    written += content.copy(folded, written, read);
    this.bytes = folded.subarray(0, written);
    this.#pairs = pairs;
  }

  /** Where a place of the folded bytes is in the bytes as they are. A CR belongs to the LF behind it. */
  placeOf(start: number, end: number): BytePlace {
    return { start: start + this.#pairsBefore(start), end: end + this.#pairsBefore(end) };
  }

  #pairsBefore(place: number): number {
    let [low, high] = [0, this.#pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pairs[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
