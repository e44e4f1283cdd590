import type { Readable } from 'node:stream';

/** The longest line that is read. */
const LONGEST_LINE = 2 ** 20;

/** Reads a stream line by line, as they are asked for. */
export class LineReader {
  readonly #waiting: string[] = [];
  #text = '';
  #isOver = false;
  #problem: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => this.#take(text, stream));
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

  /** The next line that isn't blank, null after the last. @throws {Error} for a line that is too long. */
  async next(): Promise<string | null> {
    for (;;) {
      const line = this.#waiting.shift();
      if (line !== undefined) return line;
      if (this.#problem !== null) throw this.#problem;
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #take(text: string, stream: Readable): void {
    const [first = '', ...rest] = text.split('\n');
    this.#text += first;
    for (const line of rest) {
      if (this.#text.trim() !== '') this.#waiting.push(this.#text);
      this.#text = line;
    }
    if (this.#text.length > LONGEST_LINE || this.#waiting.some(({ length }) => length > LONGEST_LINE)) {
      this.#problem = new Error(`The agent sent a line of over ${LONGEST_LINE} characters.`);
      this.#waiting.length = 0;
      this.#text = '';
      stream.destroy();
    }
    this.#wake();
  }
}
