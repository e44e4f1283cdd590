/** Work cut into small steps: it yields wherever it may be interrupted, at least once a millisecond or two. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds of work after which the event loop gets a turn. */
const TURN_MILLISECONDS = 8;

/**
 * Does work without blocking the event loop: it yields after some milliseconds of steps. Work that ends sooner never
 * yields. Rejects with the signal's reason when it is aborted between two turns.
 */
export async function inTurns<T>(work: Steps<T>, signal?: AbortSignal | null): Promise<T> {
  return takeTurns(signal)(work);
}

/** {@link inTurns} for one piece of work after another: the milliseconds are counted over all of them. */
export function takeTurns(signal?: AbortSignal | null): <T>(work: Steps<T>) => Promise<T> {
  let until = performance.now() + TURN_MILLISECONDS;
  return async (work) => {
    for (;;) {
      if (performance.now() >= until) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
        until = performance.now() + TURN_MILLISECONDS;
      }
      // However slow the machine is, each turn takes a step.
      const step = work.next();
      if (step.done === true) return step.value;
    }
  };
}

/** A piece of work that is done: with {@link takeTurns}, the turn that is due, if one is. */
export function* nothing(): Steps<void> {}

/** Does all steps of a piece of work at once. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
