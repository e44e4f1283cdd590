import { orAborted } from './or-aborted.js';

/**
 * The items as they come, until the signal is aborted: then the loop over them ends with its reason, even if their source
 * ignores the signal. Leaving the loop tells the source to stop, and waits for nothing.
 */
export async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
