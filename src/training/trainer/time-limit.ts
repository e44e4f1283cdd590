import { linkSignals } from '../../core/index.js';

/**
 * A signal that is aborted after some seconds, or with another signal. It holds the process open until then: whoever waits
 * for what never ends is told so. Close it when the work is done.
 */
export function timeLimit(
  seconds: number,
  signal: AbortSignal | undefined,
): { readonly signal: AbortSignal; passed(): boolean; close(): void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException(`${seconds} seconds have passed.`, 'TimeoutError')),
    Math.max(1, Math.ceil(seconds * 1000)),
  );
  const linked = linkSignals(signal, controller.signal);
  return {
    signal: linked.signal,
    passed: () => controller.signal.aborted,
    close: () => {
      clearTimeout(timer);
      linked.release();
    },
  };
}
