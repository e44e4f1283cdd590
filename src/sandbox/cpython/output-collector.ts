import { StringDecoder } from 'node:string_decoder';
import { startOf } from '../../core/internal.js';
import type { EngineRun } from '../engine.js';

type Stream = 'stdout' | 'stderr';

/** Gathers what a run prints, as text, up to a number of characters for both streams together. */
export class OutputCollector {
  readonly #limit: number;
  readonly #onOutput: EngineRun['onOutput'];
  readonly #parts: Readonly<Record<Stream, string[]>> = { stdout: [], stderr: [] };
  readonly #decoders: Readonly<Record<Stream, StringDecoder>> = {
    stdout: new StringDecoder('utf8'),
    stderr: new StringDecoder('utf8'),
  };
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
    return this.#add(stream, this.#decoders[stream].write(bytes.subarray(0, most)));
  }

  /** Ends both streams, so that half a character left over shows as such. */
  finish(): void {
    for (const stream of ['stdout', 'stderr'] as const) this.#add(stream, this.#decoders[stream].end());
  }

  /** All text of a stream so far. */
  text(stream: Stream): string {
    return this.#parts[stream].join('');
  }

  #add(stream: Stream, text: string): boolean {
    const room = this.#limit - this.#characters;
    const kept = startOf(text, room);
    // Nothing that is written after a cut may follow it.
    this.#characters = kept.length < text.length ? this.#limit : this.#characters + kept.length;
    if (kept !== '') {
      this.#parts[stream].push(kept);
      this.#onOutput?.({ stream, text: kept });
    }
    return kept.length === text.length;
  }
}
