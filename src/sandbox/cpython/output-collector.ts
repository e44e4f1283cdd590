import { StringDecoder } from 'node:string_decoder';
import { startOf } from '../../core/internal.js';
import type { EngineRun } from '../engine.js';

type Stream = 'stdout' | 'stderr';

const NOTHING = Buffer.alloc(0);

/** Gathers what a run prints, as text, up to a number of characters for both streams together. */
export class OutputCollector {
  readonly #limit: number;
  readonly #onOutput: EngineRun['onOutput'];
  readonly #parts: Readonly<Record<Stream, string[]>> = { stdout: [], stderr: [] };
  readonly #decoders: Readonly<Record<Stream, StringDecoder>> = {
    stdout: new StringDecoder('utf8'),
    stderr: new StringDecoder('utf8'),
  };
  /** Bytes that no character is made of yet. */
  readonly #unsaid: Record<Stream, Buffer> = { stdout: NOTHING, stderr: NOTHING };
  #characters = 0;

  /** @param limit characters kept of both streams together */
  constructor(limit: number, onOutput: EngineRun['onOutput']) {
    this.#limit = limit;
    this.#onOutput = onOutput;
  }

  /** Takes the next bytes of a stream; false when the limit is passed, and what came beyond it is dropped. */
  take(stream: Stream, bytes: Buffer): boolean {
    // A character takes four bytes at most: more than this is beyond the limit whatever it says.
    const most = (this.#limit - this.#characters + 1) * 4;
    return this.#add(stream, this.#decoders[stream].write(bytes.subarray(0, most)), bytes);
  }

  /** Ends both streams, so that half a character left over shows as such. */
  finish(): void {
    for (const stream of ['stdout', 'stderr'] as const)
      this.#add(stream, this.#decoders[stream].end(), NOTHING);
  }

  /** All text of a stream so far. */
  text(stream: Stream): string {
    return this.#parts[stream].join('');
  }

  #add(stream: Stream, text: string, bytes: Buffer): boolean {
    const room = this.#limit - this.#characters;
    const kept = startOf(text, room);
    // Nothing that is written after a cut may follow it.
    this.#characters = kept.length < text.length ? this.#limit : this.#characters + kept.length;
    const isWhole = kept.length === text.length;
    const unsaid = Buffer.concat([this.#unsaid[stream], bytes]);
    this.#unsaid[stream] = kept === '' && isWhole ? unsaid : NOTHING;
    if (kept !== '') {
      this.#parts[stream].push(kept);
      const written = isWhole ? unsaid : unsaid.subarray(0, Buffer.byteLength(kept));
      this.#onOutput?.({ stream, text: kept, bytes: written });
    }
    return isWhole;
  }
}
