import { orAborted, startDeadline } from '../core/internal.js';

/** How work with a time limit ended. */
export type Ended =
  | { readonly how: 'returned'; readonly value: unknown }
  | { readonly how: 'threw'; readonly error: unknown }
  | { readonly how: 'timeout' };

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
  const limit = startDeadline(seconds, signal);
  const done = (async (): Promise<Ended> => {
    try {
      return { how: 'returned', value: await work({ signal: limit.signal }) };
    } catch (error) {
      return { how: 'threw', error };
    }
  })();
  try {
    const ended = await orAborted(done, limit.signal);
    // Work that ends because it was told to is still an aborted call.
    signal?.throwIfAborted();
    return ended.how === 'threw' && limit.passed() ? { how: 'timeout' } : ended;
  } catch (error) {
    if (limit.passed()) return { how: 'timeout' };
    throw error;
  } finally {
    limit.end();
  }
}
