/**
 * A number of places that callers take and free, first come, first served. Waiting holds no timer and nothing else that
 * keeps the process alive: whoever has the place does.
 */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place and takes it; gives what frees it. Rejects with the signal's reason if that comes first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) return this.takeNow();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        signal?.removeEventListener('abort', giveUp);
      };
      const enter = (): void => {
        leave();
        resolve(this.takeNow());
      };
      const giveUp = (): void => {
        leave();
        reject(signal?.reason);
      };
      this.#waiting.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Takes a place at once, though none be free: later callers wait until one more is freed. */
  takeNow(): () => void {
    this.#free -= 1;
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      this.#free += 1;
      const [next] = this.#waiting;
      if (this.#free > 0) next?.();
    };
  }
}
