import { whilePending } from './while-pending.js';

/**
 * The promise's result, or a rejection with the signal's reason as soon as it is aborted, even if the work ignores the
 * signal. Until then, the process stays alive: the timer of `AbortSignal.timeout` doesn't do that.
 */
export async function orAborted<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  promise.then(undefined, () => undefined);
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await whilePending(Promise.race([promise, aborted]));
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
