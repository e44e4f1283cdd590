import { defineOptions, option } from '../../core/index.js';
import { WaitingLine } from '../../core/internal.js';
import { checkCount } from './check-option.js';
import { type Clock, systemClock } from './clock.js';

/** How many calls are made at a time. */
export interface RateLimitOptions {
  /** Calls under way at the same time. Default: no limit. */
  readonly concurrency?: number;
  /** Calls begun within any 60 seconds. Default: no limit. */
  readonly callsPerMinute?: number;
  /** Default: the process's. */
  readonly clock?: Clock;
}

const checkRateLimitOptions = defineOptions<RateLimitOptions>()('withRateLimit', {
  concurrency: option.number,
  callsPerMinute: option.number,
  clock: option.object,
});

/** Checks what `wrapper` was given. Throws as {@link withRateLimit}. */
export function checkRateLimit(wrapper: string, options: RateLimitOptions): void {
  checkRateLimitOptions(options, wrapper);
  checkCount('concurrency', options.concurrency, 1);
  checkCount('callsPerMinute', options.callsPerMinute, 1);
}

/** Lets callers in one after another, within limits. */
export interface Turnstile {
  /** Waits for a place; gives what leaves it. */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
}

const MINUTE = 60_000;

/** First come, first served: a caller that waits gives up its place with its signal. */
export function createTurnstile({
  concurrency,
  callsPerMinute,
  clock = systemClock,
}: RateLimitOptions): Turnstile {
  const line = new WaitingLine<() => void>();
  let inside = 0;
  /** Times at which the latest calls began, oldest first. */
  let begun: number[] = [];
  /** Ends the wait for the next minute, where there is one. */
  let wake: AbortController | null = null;

  const millisecondsToWait = (): number => {
    if (callsPerMinute === undefined) return 0;
    begun = begun.filter((at) => clock.now() - at < MINUTE);
    const first = begun[begun.length - callsPerMinute];
    return first === undefined ? 0 : first + MINUTE - clock.now();
  };

  const admit = (): void => {
    while (line.length > 0 && inside < (concurrency ?? Number.POSITIVE_INFINITY)) {
      const wait = millisecondsToWait();
      if (wait > 0) {
        wakeAfter(wait);
        return;
      }
      inside++;
      begun.push(clock.now());
      line.serve(leaveOnce());
    }
  };

  const wakeAfter = (milliseconds: number): void => {
    if (wake !== null) return;
    const mine = new AbortController();
    wake = mine;
    clock.wait(milliseconds, mine.signal).then(
      () => {
        wake = null;
        admit();
      },
      () => undefined,
    );
  };

  const leaveOnce = (): (() => void) => {
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      inside--;
      admit();
    };
  };

  return {
    async enter(signal) {
      const entered = line.wait(signal);
      admit();
      try {
        return await entered;
      } catch (error) {
        if (line.length === 0) {
          wake?.abort();
          wake = null;
        }
        throw error;
      }
    },
  };
}
