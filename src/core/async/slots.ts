import { WaitingLine } from './waiting-line.js';

/** A number of places that callers take and free, first come, first served. */
export class Slots {
  readonly #line = new WaitingLine<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place and takes it; gives what frees it. Rejects with the signal's reason if that comes first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    return this.#free > 0 ? this.takeNow() : this.#line.wait(signal);
  }

  /** Takes a place at once, though none be free: later callers wait until one more is freed. */
  takeNow(): () => void {
    this.#free -= 1;
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      this.#free += 1;
      if (this.#free > 0 && this.#line.length > 0) this.#line.serve(this.takeNow());
    };
  }
}
