import type { Readable } from 'node:stream';
import { SubjectFailure } from './subject-failure.js';

/** The longest line that is read. */
const LONGEST_LINE = 2 ** 20;
/** Lines that wait to be asked for before no more is read: what writes without end must not fill the memory. */
const MOST_WAITING = 1_000;

/** Reads a stream line by line, as they are asked for. */
export class LineReader {
  readonly #stream: Readable;
  readonly #waiting: string[] = [];
  #text = '';
  #isOver = false;
  #problem: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    const end = (): void => {
      if (this.#text.trim() !== '') this.#waiting.push(this.#text);
      this.#text = '';
      this.#isOver = true;
      this.#wake();
    };
    stream.on('end', end).on('error', end).on('close', end);
  }

  /** Whether every line was read and none will come. */
  get isOver(): boolean {
    return this.#isOver && this.#waiting.length === 0;
  }

  /** The next line that isn't blank, null after the last. @throws {SubjectFailure} for a line that is too long. */
  async next(): Promise<string | null> {
    for (;;) {
      const line = this.#waiting.shift();
      if (this.#waiting.length < MOST_WAITING) this.#stream.resume();
      if (line !== undefined) return line;
      if (this.#problem !== null) throw this.#problem;
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #take(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#text += first;
    let isLong = this.#text.length > LONGEST_LINE;
    for (const line of rest) {
      if (this.#text.trim() !== '') this.#waiting.push(this.#text);
      this.#text = line;
      isLong ||= line.length > LONGEST_LINE;
    }
    if (isLong) {
      this.#problem = new SubjectFailure(`The agent sent a line of over ${LONGEST_LINE} characters.`);
      this.#waiting.length = 0;
      this.#text = '';
      this.#stream.destroy();
    } else if (this.#waiting.length > MOST_WAITING) this.#stream.pause();
    this.#wake();
  }
}
