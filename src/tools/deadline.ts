/** How work with a time limit ended. */
export type Ended =
  | { readonly how: 'returned'; readonly value: unknown }
  | { readonly how: 'threw'; readonly error: unknown }
  | { readonly how: 'timeout' };

/** Longest time a timer of Node can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Runs work that may hang: it is given a signal, and is no longer waited for when `seconds` are over or `signal` aborts,
 * whether it listens or not. Rejects with the signal's reason when the caller aborts.
 */
export async function deadline(
  seconds: number,
  signal: AbortSignal | undefined,
  work: (context: { readonly signal: AbortSignal }) => unknown,
): Promise<Ended> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const cut = new Promise<Ended>((resolve, reject) => {
    onAbort = () => {
      controller.abort(signal?.reason);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    if (seconds * 1_000 > MAX_TIMER) return;
    timer = setTimeout(() => {
      resolve({ how: 'timeout' });
      controller.abort(new DOMException(`over the limit of ${seconds} s`, 'TimeoutError'));
    }, seconds * 1_000);
  });
  const done = (async (): Promise<Ended> => {
    try {
      return { how: 'returned', value: await work({ signal: controller.signal }) };
    } catch (error) {
      return { how: 'threw', error };
    }
  })();
  try {
    const ended = await Promise.race([done, cut]);
    // Work that ends because it was told to is still an aborted call.
    signal?.throwIfAborted();
    return ended;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
