import type { LeftOut } from '../../left-out.js';

/** The text of a dump, and the lines whose bytes are no UTF-8. */
export interface DumpText {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}

/** Lines that are named. */
const MOST_LINES = 10;

/**
 * The text of a dump, in UTF-8, UTF-16 with a byte order mark, or Windows-1252; null for bytes that are no text. In a text that
 * is UTF-8 but for some bytes, those alone are read as Windows-1252 ({@link readableText}), and their lines are named.
 */
export function dumpText(bytes: Uint8Array): DumpText | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return whole('utf-16le', bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return whole('utf-16be', bytes.subarray(2));
  if (bytes.subarray(0, 1_000).includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), leftOut: [] };
  } catch {
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return readMixed(hasMark ? bytes.subarray(3) : bytes);
  }
}

function whole(encoding: string, bytes: Uint8Array): DumpText {
  return { text: decode(encoding, bytes), leftOut: [] };
}

/** Reads a text of which not all is UTF-8. */
function readMixed(bytes: Uint8Array): DumpText {
  const parts: string[] = [];
  const lines: number[] = [];
  let hasUtf8 = false;
  let line = 1;
  for (let begin = 0; begin < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, begin) + 1 || bytes.length;
    const text = decode('utf-8', bytes.subarray(begin, end));
    if (text.includes('\uFFFD')) {
      const mixed = mixedLine(bytes.subarray(begin, end));
      parts.push(mixed.text);
      if (mixed.hasUtf8) hasUtf8 = true;
      if (mixed.isBroken) lines.push(line);
    } else {
      if (text.length < end - begin) hasUtf8 = true;
      parts.push(text);
    }
    begin = end;
  }
  // Where nothing is UTF-8 beyond ASCII, the whole file is of another age, and no line of it is broken.
  if (!hasUtf8) return { text: windowsText(bytes), leftOut: [] };
  const named = `${lines.slice(0, MOST_LINES).join(', ')}${lines.length > MOST_LINES ? ', …' : ''}`;
  const name = lines.length === 1 ? `UTF-8 of line ${named}` : `UTF-8 of lines ${named}`;
  const reason = `${lines.length === 1 ? 'It has' : 'They have'} bytes that are no UTF-8: in texts, they are read as Windows-1252.`;
  return { text: parts.join(''), leftOut: [{ name, reason }] };
}

/** The bytes of one character in UTF-8 beyond ASCII, as Latin-1: https://www.unicode.org/versions/latest/core-spec/chapter-3/#G27288. */
const CHARACTER =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

function mixedLine(bytes: Uint8Array): {
  readonly text: string;
  readonly hasUtf8: boolean;
  readonly isBroken: boolean;
} {
  let hasUtf8 = false;
  let isBroken = false;
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(CHARACTER, (character) => {
      if (character.length > 1) {
        hasUtf8 = true;
        return decode('utf-8', Buffer.from(character, 'latin1'));
      }
      isBroken = true;
      return String.fromCharCode(ESCAPED + character.charCodeAt(0));
    });
  return { text, hasUtf8, isBroken };
}

/** A byte that is no UTF-8 stands in a dump's text as this and its value, a half of a pair: so its bytes can be had again. */
const ESCAPED = 0xdc00;
const ESCAPES = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** A character that no text has: white space aside. */
const CONTROL = /(?!\s)\p{Cc}/u;

/** A text of a dump, its bytes that are no UTF-8 read as Windows-1252. */
export function readableText(text: string): string {
  return text.replace(ESCAPES, (half) => windowsCharacter(half.charCodeAt(0) - ESCAPED));
}

/** The bytes of a text of a dump, if it is no text: with a NUL, or with bytes that are no UTF-8 beside control characters. */
export function binaryOf(text: string): Buffer | null {
  const isBinary = text.includes('\0') || (text.search(ESCAPES) !== -1 && CONTROL.test(text));
  if (!isBinary) return null;
  const parts: Buffer[] = [];
  let from = 0;
  for (const { index, 0: half } of text.matchAll(ESCAPES)) {
    parts.push(Buffer.from(text.slice(from, index)), Buffer.of(half.charCodeAt(0) - ESCAPED));
    from = index + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}

/** What Windows-1252 has in place of Latin-1's controls: https://encoding.spec.whatwg.org/#windows-1252. Node's decoder gives those. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windowsCharacter(byte: number): string {
  return WINDOWS[byte - 0x80] ?? String.fromCharCode(byte);
}

function windowsText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windowsCharacter(character.charCodeAt(0)));
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decode(encoding: string, bytes: Uint8Array): string {
  let decoder = decoders.get(encoding);
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding, { ignoreBOM: true });
    decoders.set(encoding, decoder);
  }
  return decoder.decode(bytes);
}
