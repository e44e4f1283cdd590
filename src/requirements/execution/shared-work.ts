import { orAborted } from '../../core/internal.js';
/** Work that several callers wait for: it is given up only when all of them have given up. */
export interface SharedWork<T> {
  /** The result; rejects with the signal's reason when this caller gives up. */
  wait(signal?: AbortSignal): Promise<T>;
}

/** Starts the work at once. `abandoned` is called when the last waiting caller gave up before it was done. */
export function shareWork<T>(
  start: (signal: AbortSignal) => Promise<T>,
  abandoned: () => void,
): SharedWork<T> {
  const controller = new AbortController();
  let waiting = 0;
  let settled = false;
  const work = start(controller.signal).finally(() => {
    settled = true;
  });
  work.catch(() => undefined);
  return {
    async wait(signal) {
      signal?.throwIfAborted();
      waiting++;
      try {
        return await orAborted(work, signal);
      } finally {
        waiting--;
        if (waiting === 0 && !settled) {
          abandoned();
          controller.abort(signal?.reason);
        }
      }
    },
  };
}
