const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (digit, value) => [digit, value]));

/** Bytes in a full line of a binary patch. */
const LINE_BYTES = 52;

/** Bytes as the lines of a binary patch in git's format: a letter for the line's length, then base-85 digits. */
export function encodeBase85Lines(bytes: Uint8Array): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += LINE_BYTES) {
    const line = bytes.subarray(start, start + LINE_BYTES);
    const length = line.byteLength;
    const letter = String.fromCharCode(length <= 26 ? 64 + length : 70 + length);
    lines.push(letter + encodeBase85(line));
  }
  return lines;
}

function encodeBase85(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.byteLength; index += 4) {
    let word = 0;
    for (let byte = 0; byte < 4; byte++) word = word * 256 + (bytes[index + byte] ?? 0);
    let digits = '';
    for (let digit = 0; digit < 5; digit++) {
      digits = ALPHABET.charAt(word % 85) + digits;
      word = Math.floor(word / 85);
    }
    text += digits;
  }
  return text;
}

/** The bytes of one line of a binary patch, or undefined when it is malformed. */
export function decodeBase85Line(line: string): Uint8Array | undefined {
  const letter = line.charCodeAt(0);
  const length = letter >= 97 ? letter - 70 : letter - 64;
  const isLetter = (letter >= 65 && letter <= 90) || (letter >= 97 && letter <= 122);
  if (!isLetter || line.length !== 1 + Math.ceil(length / 4) * 5) return undefined;
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4);
  for (let group = 0; group * 4 < length; group++) {
    let word = 0;
    for (const digit of line.slice(1 + group * 5, 6 + group * 5)) {
      const value = VALUES.get(digit);
      if (value === undefined) return undefined;
      word = word * 85 + value;
    }
    if (word > 0xffffffff) return undefined;
    for (let byte = 3; byte >= 0; byte--) {
      bytes[group * 4 + byte] = word % 256;
      word = Math.floor(word / 256);
    }
  }
  return bytes.slice(0, length);
}
