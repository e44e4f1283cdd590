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
      if (signal === undefined) {
        waiting++;
        return work;
      }
      signal.throwIfAborted();
      waiting++;
      let onAbort: () => void = () => undefined;
      const aborted = new Promise<never>((_, reject) => {
        onAbort = () => {
          waiting--;
          if (waiting === 0 && !settled) {
            abandoned();
            controller.abort(signal.reason);
          }
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
      });
      try {
        return await Promise.race([work, aborted]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
