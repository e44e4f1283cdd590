import { setTimeout as delay } from 'node:timers/promises';

/** Time as wrappers see it, so that tests can stand in for it. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Waits; rejects when the signal is aborted, and leaves no timer behind. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The clock of the process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async wait(milliseconds, signal) {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

/** The longest time that a timer of Node can wait; a longer one would fire at once. */
export const LONGEST_WAIT_SECONDS = 2_147_483;
