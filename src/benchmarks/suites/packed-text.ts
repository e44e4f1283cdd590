import { inflateSync } from 'node:zlib';

/** Bytes that the tests of one task may have. */
const LARGEST = 2 ** 28;

/**
 * The text in LiveCodeBench's packed tests: base64 of zlib of a pickle of one string. Only such a pickle is read, by its few opcodes, so that nothing in the
 * file can run; null for any other.
 */
export function packedText(packed: string): string | null {
  try {
    return pickledText(inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: LARGEST }));
  } catch {
    return null;
  }
}

const PROTO = 0x80;
const FRAME = 0x95;
const MEMOIZE = 0x94;
const BINPUT = 0x71;
const SHORT_TEXT = 0x8c;
const TEXT = 0x58;
const LONG_TEXT = 0x8d;
const STOP = 0x2e;

function pickledText(bytes: Buffer): string | null {
  let text: string | null = null;
  let at = 0;
  while (at < bytes.length) {
    const code = bytes[at++];
    if (code === PROTO || code === BINPUT) at += 1;
    else if (code === FRAME) at += 8;
    else if (code === STOP) return text;
    else if (code === SHORT_TEXT || code === TEXT || code === LONG_TEXT) {
      if (text !== null) return null;
      const width = code === SHORT_TEXT ? 1 : code === TEXT ? 4 : 6;
      const length = bytes.readUIntLE(at, width);
      const start = at + (code === LONG_TEXT ? 8 : width);
      if (start + length > bytes.length) return null;
      text = bytes.toString('utf8', start, start + length);
      at = start + length;
    } else if (code !== MEMOIZE) return null;
  }
  return null;
}
