import { linkSignals } from '../core/internal.js';

/**
 * Runs a program with a signal for what it calls: it aborts with the caller's, and when the program has ended in whatever
 * way. A call that still waits, for a person's decision for instance, is then not made, since nobody reads its result.
 */
export async function duringRun<Result>(
  signal: AbortSignal,
  run: (callSignal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const call = linkSignals(signal, over.signal);
  try {
    return await run(call.signal);
  } finally {
    over.abort(new Error('the program that made this call has ended'));
  }
}
