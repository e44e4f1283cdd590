interface Place<T> {
  readonly serve: (value: T) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Callers that wait in the order in which they came. Each is served with a value, one after another or all at once. Who
 * waits holds no timer and nothing else that keeps the process alive.
 */
export class WaitingLine<T = void> {
  readonly #places = new Set<Place<T>>();

  /** How many wait. */
  get length(): number {
    return this.#places.size;
  }

  /** Waits at the end of the line. Leaves it and rejects with the signal's reason if that comes first. */
  wait(signal?: AbortSignal | null): Promise<T> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#places.delete(place);
        signal?.removeEventListener('abort', onAbort);
      };
      const place: Place<T> = {
        serve: (value) => {
          leave();
          resolve(value);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = (): void => place.refuse(signal?.reason);
      this.#places.add(place);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Serves the first who waits, if anybody does. */
  serve(value: T): void {
    const [first] = this.#places;
    first?.serve(value);
  }

  /** Serves all who wait now. */
  serveAll(value: T): void {
    for (const place of [...this.#places]) place.serve(value);
  }

  /** Rejects all who wait now. */
  refuseAll(error: unknown): void {
    for (const place of [...this.#places]) place.refuse(error);
  }
}
