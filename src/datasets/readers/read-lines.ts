import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { errorMessage, nothing, takeTurns } from '../../core/internal.js';
import { datasetError } from '../error-codes.js';

/** Longest line, or row over several lines, in bytes or characters. */
export const MAX_ROW = 67_108_864;

/** One line of a file, without its line feed. */
export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** `FILE, line N`. */
  readonly where: string;
}

/**
 * The lines of a UTF-8 file, one at a time: no more than the longest line is in memory. The event loop runs in between.
 *
 * @throws {MettleError} `datasets/not_found` for a file that can't be read, `datasets/invalid_row` for bytes that are no
 *   UTF-8, with the line.
 */
export async function* readLines(path: string): AsyncGenerator<Line, void, undefined> {
  const name = basename(path);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  const decode = (bytes: Uint8Array): Line => {
    number += 1;
    const where = `${name}, line ${number}`;
    if (number === 1) refuseUtf16(bytes, name);
    try {
      const text = decoder.decode(bytes);
      return { text: number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text, number, where };
    } catch (cause) {
      throw datasetError('invalid_row', `${where}: this is not UTF-8. Save the file as UTF-8.`, { cause });
    }
  };

  const inTurns = takeTurns();
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield decode(joined(pending, chunk.subarray(start, end)));
      // Thousands of lines may be in one chunk: what is done with each is counted, too.
      await inTurns(nothing());
      pending = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    pending.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_ROW) {
      throw datasetError(
        'too_large',
        `${name}, line ${number + 1}: the line is longer than ${MAX_ROW} bytes.`,
      );
    }
  }
  if (length > 0) yield decode(joined(pending, new Uint8Array(0)));
}

/** The bytes of a file in pieces. */
export async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  } catch (cause) {
    throw datasetError('not_found', `Can't read ${path}: ${errorMessage(cause)}`, { cause });
  }
}

/** Windows tools write UTF-16, which would be read as text with a null byte after every letter. */
export function refuseUtf16(start: Uint8Array, name: string): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw datasetError('invalid_row', `${name}, line 1: this is UTF-16. Save the file as UTF-8.`);
  }
}

function joined(before: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return before.length === 0 ? last : Buffer.concat([...before, last]);
}
