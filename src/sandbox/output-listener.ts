import type { RunOptions } from './contract.js';

/** The listener as engines may call it: whatever it throws, or rejects with, is dropped. Null when there is none. */
export function safeListener(listener: RunOptions['onOutput']): RunOptions['onOutput'] | null {
  if (listener === undefined) return null;
  return (chunk) => {
    try {
      Promise.resolve(listener(chunk)).catch(() => {});
    } catch {
      // The listener's trouble is not the run's.
    }
  };
}
