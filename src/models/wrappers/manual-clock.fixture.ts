import type { Clock } from './clock.js';

/** A clock that a test turns. */
export interface ManualClock extends Clock {
  /** Milliseconds of every wait that was asked for. */
  readonly waits: readonly number[];
  /** How many waits are under way. */
  pending(): number;
  /** Lets time pass, and everything that follows from it. */
  advance(milliseconds: number): Promise<void>;
}

/** A clock at 0 that stands still until it is turned. */
export function manualClock(): ManualClock {
  let time = 0;
  const waits: number[] = [];
  const waiting = new Set<{ readonly at: number; readonly ring: () => void }>();
  return {
    waits,
    pending: () => waiting.size,
    now: () => time,
    wait(milliseconds, signal) {
      waits.push(milliseconds);
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const timer = { at: time + milliseconds, ring: resolve };
        waiting.add(timer);
        signal?.addEventListener('abort', () => {
          waiting.delete(timer);
          reject(signal.reason);
        });
      });
    },
    async advance(milliseconds) {
      time += milliseconds;
      for (const timer of waiting) {
        if (timer.at > time) continue;
        waiting.delete(timer);
        timer.ring();
      }
      await settled();
    },
  };
}

/** Lets everything happen that needs no clock. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
