import crypto, { createHash } from 'node:crypto';

/** What the clock of every database says, as in the other worlds: 2000-01-01T00:00:00Z. */
const NOW = Date.UTC(2000, 0, 1);

/**
 * Stops the clock of this thread and gives its random numbers in the same order each time, so that `CURRENT_TIMESTAMP` and the
 * defaults of a dump give the same rows on every machine. Must run before PostgreSQL is loaded, in a thread of its own.
 * @returns begins with the first random numbers again.
 */
export function standStill(): () => void {
  Date.now = () => NOW;
  let block = 0;
  const fill = <T>(view: T): T => {
    const { buffer, byteOffset, byteLength } = view as unknown as Uint8Array;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let at = 0; at < bytes.length; at += 32) {
      const digest = createHash('sha256').update(String(block++)).digest();
      bytes.set(digest.subarray(0, bytes.length - at), at);
    }
    return view;
  };
  crypto.randomFillSync = fill;
  globalThis.crypto.getRandomValues = fill as typeof globalThis.crypto.getRandomValues;
  return () => {
    block = 0;
  };
}
