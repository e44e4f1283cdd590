/** Work cut into small steps: it yields wherever it may be interrupted, at least once a millisecond or two. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds of work after which the event loop gets a turn. */
const TURN_MILLISECONDS = 8;

/**
 * Does work without blocking the event loop: it yields after some milliseconds of steps. Work that ends sooner never
 * yields. Rejects with the signal's reason when it is aborted between two turns.
 */
export async function inTurns<T>(work: Steps<T>, signal?: AbortSignal | null): Promise<T> {
  for (;;) {
    const until = performance.now() + TURN_MILLISECONDS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}

/** Does all steps of a piece of work at once. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
