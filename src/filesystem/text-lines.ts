import { fileSystemError, show } from './errors.js';

/** The text of a file's bytes, or undefined when they are binary: not UTF-8, or holding NUL. Nothing is lost. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The lines of a text, each with its line feed; the last may have none. Joined, they are the text. */
export function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/**
 * The text of the file `key`.
 *
 * @throws {MettleError} `filesystem/not_text` when the bytes are no UTF-8 and `invalid` is not `replace`.
 */
export function decodeText(key: string, bytes: Uint8Array, invalid: 'throw' | 'replace'): string {
  try {
    return new TextDecoder('utf-8', { fatal: invalid === 'throw', ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw fileSystemError({
      what: 'not_text',
      errno: 'EILSEQ',
      path: key,
      cause,
      message: `The file ${show(key)} is not UTF-8 text; read it as bytes.`,
    });
  }
}
