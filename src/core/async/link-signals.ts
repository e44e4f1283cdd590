import { setMaxListeners } from 'node:events';

/** A signal made of others, and what lets go of those. */
export interface LinkedSignal {
  /** Aborts with the first of the others, for its reason. Any number may listen to it. */
  readonly signal: AbortSignal;
  /** Has to be called once nobody needs the signal: from then on the others hold nothing of it, nor of what listens to it. */
  readonly release: () => void;
}

/**
 * A signal that is aborted with the first of several others. Unlike `AbortSignal.any`, whose signals a long-lived one
 * among the others keeps in memory as long as anything listens to them, it ends with the call that it was made for.
 */
export function linkSignals(...others: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const links: (() => void)[] = [];
  const release = (): void => {
    for (const unlink of links.splice(0)) unlink();
  };
  for (const other of others) {
    if (other === undefined || own.signal.aborted) continue;
    if (other.aborted) {
      own.abort(other.reason);
      continue;
    }
    const onAbort = (): void => {
      release();
      own.abort(other.reason);
    };
    // As many calls may run at a time as their caller likes.
    setMaxListeners(0, other);
    other.addEventListener('abort', onAbort, { once: true });
    links.push(() => other.removeEventListener('abort', onAbort));
  }
  if (own.signal.aborted) release();
  return { signal: own.signal, release };
}
