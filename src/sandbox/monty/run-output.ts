import { startOf } from '../../core/internal.js';
import type { EngineRun } from '../engine.js';
import type { Printed } from './wire/events.js';

/** What a run prints, up to a number of characters for both streams together. */
export class RunOutput {
  stdout = '';
  stderr = '';
  #dropped = 0;
  readonly #maxChars: number;
  readonly #onOutput: EngineRun['onOutput'];

  constructor(maxChars: number, onOutput: EngineRun['onOutput']) {
    this.#maxChars = maxChars;
    this.#onOutput = onOutput;
  }

  /** Takes what was printed, and tells how many characters beyond the limit were dropped so far. */
  take(segments: readonly Printed[]): number {
    for (const { stream, text } of segments) {
      // Nothing that is printed after a cut may follow it.
      const left = this.#dropped > 0 ? 0 : this.#maxChars - this.stdout.length - this.stderr.length;
      const kept = startOf(text, left);
      this[stream] += kept;
      if (kept !== '') this.#onOutput?.({ stream, text: kept, bytes: Buffer.from(kept) });
      this.#dropped += text.length - kept.length;
    }
    return this.#dropped;
  }
}
