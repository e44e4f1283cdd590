import type { RunOptions } from '../contract.js';

/** Bytes that are handed over at once. */
const PART_BYTES = 65_536;

/** What a run reads from standard input, part by part. */
export class StandardInput {
  readonly #source: AsyncIterator<Uint8Array> | null;
  #rest: Uint8Array;

  constructor(stdin: Exclude<RunOptions['stdin'], undefined>) {
    const text = typeof stdin === 'string' ? Buffer.from(stdin) : stdin;
    const isWhole = text instanceof Uint8Array;
    this.#source = isWhole ? null : text[Symbol.asyncIterator]();
    this.#rest = isWhole ? text : Buffer.alloc(0);
  }

  /** The next bytes; none at the end. Rejects with what the source throws. */
  async next(): Promise<Uint8Array> {
    while (this.#rest.length === 0 && this.#source !== null) {
      const { done, value } = await this.#source.next();
      if (done === true) break;
      this.#rest = Buffer.from(value);
    }
    const part = this.#rest.subarray(0, PART_BYTES);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  /** Tells the source that nobody reads it any more. */
  close(): void {
    void this.#source?.return?.().catch(() => undefined);
  }
}
