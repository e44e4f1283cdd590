import type { Steps } from '../core/index.js';
import { pathError, show } from './errors.js';

/** Lines up to which a text is compared by lines; one with more is taken as a whole, as binary files are. */
const MAX_LINES = 1_000_000;

/** Lines, or other small pieces of work, between two places where work may be interrupted. */
export const LINES_A_STEP = 2_000;

/** Bytes decoded between two such places. */
const BYTES_A_STEP = 2 ** 20;

/**
 * The text of a file's bytes, or undefined when they are binary: not UTF-8, holding NUL, or of more than
 * {@link MAX_LINES} lines. Nothing is lost.
 */
export function* textSteps(bytes: Uint8Array): Steps<string | undefined> {
  if (bytes.includes(0)) return undefined;
  let feeds = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (++feeds > MAX_LINES) return undefined;
    if (feeds % LINES_A_STEP === 0) yield;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    let text = '';
    for (let at = 0; at < bytes.byteLength; at += BYTES_A_STEP) {
      text += decoder.decode(bytes.subarray(at, at + BYTES_A_STEP), { stream: true });
      yield;
    }
    return text + decoder.decode();
  } catch {
    return undefined;
  }
}

/** The lines of a text, each with its line feed; the last may have none. Joined, they are the text. */
export function* linesOf(text: string): Steps<readonly string[]> {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
    if (lines.length % LINES_A_STEP === 0) yield;
  }
  return lines;
}

/** A run of lines: from `start` up to `end`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Gives each different line of several texts a number of its own, so that lines are compared as numbers. */
export class LineNumbers {
  /** The line that each number stands for. */
  readonly lines: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The lines as numbers. */
  *of(lines: readonly string[]): Steps<Int32Array> {
    const numbers = new Int32Array(lines.length);
    for (const [index, line] of lines.entries()) {
      let number = this.#numbers.get(line);
      if (number === undefined) {
        number = this.lines.push(line) - 1;
        this.#numbers.set(line, number);
      }
      numbers[index] = number;
      if (index % LINES_A_STEP === LINES_A_STEP - 1) yield;
    }
    return numbers;
  }

  /** The text of a run of numbered lines. */
  *textOf(numbers: Int32Array, { start, end }: LineRange): Steps<string> {
    let text = '';
    for (let at = start; at < end; at += LINES_A_STEP) {
      if (at > start) yield;
      const part = numbers.subarray(at, Math.min(end, at + LINES_A_STEP));
      text += Array.from(part, (number) => this.lines[number] ?? '').join('');
    }
    return text;
  }
}

/** Gathers pieces of text, however many. */
export class TextParts {
  readonly #parts: string[] = [];
  #recent: string[] = [];

  push(part: string): void {
    if (this.#recent.push(part) < LINES_A_STEP) return;
    this.#parts.push(this.#recent.join(''));
    this.#recent = [];
  }

  toString(): string {
    return this.#parts.join('') + this.#recent.join('');
  }
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
    throw pathError('not_text', 'EILSEQ', key, `The file ${show(key)} is not UTF-8 text; read it as bytes.`, {
      cause,
    });
  }
}
