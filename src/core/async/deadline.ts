import { linkSignals } from './link-signals.js';
import { timerMilliseconds } from './timer-milliseconds.js';

/** A signal with a time limit. */
export interface Deadline {
  /** Aborts when the time is over, or with the caller's signal, for its reason. */
  readonly signal: AbortSignal;
  /** Whether the time is over: the signal's reason is ours. */
  passed(): boolean;
  /** Has to be called once the work is done: from then on nothing is held of the caller's signal, and no timer runs. */
  end(): void;
}

/**
 * Starts a time limit of some seconds: 24 days at most, `Infinity` for none. When it passes, the signal aborts with `reason`; default: a
 * `TimeoutError`. The timer keeps the process alive until then, so that whoever waits for work that never ends is told so.
 */
export function startDeadline(seconds: number, signal?: AbortSignal, reason?: unknown): Deadline {
  const late = new AbortController();
  const pass = (): void =>
    late.abort(reason ?? new DOMException(`${seconds} seconds have passed.`, 'TimeoutError'));
  const timer =
    seconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(pass, timerMilliseconds(seconds));
  const linked = linkSignals(signal, late.signal);
  return {
    signal: linked.signal,
    passed: () => linked.signal.aborted && linked.signal.reason === late.signal.reason,
    end: () => {
      clearTimeout(timer);
      linked.release();
    },
  };
}
