import { MettleError } from '../../core/index.js';
import type { RunError } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { abortedError, deadlineError } from './ended-errors.js';
import type { PooledWorker, WorkerPool } from './worker-pool.js';

/** How long a run may wait for a worker. */
export interface Patience {
  readonly signal: AbortSignal | null;
  /** When the run's deadline is over, as `performance.now()` counts. */
  readonly until: number;
}

/** The patience of a run that was asked for at `startedAt`, as `performance.now()` counts. */
export function patienceOf(request: Pick<EngineRun, 'signal' | 'limits'>, startedAt: number): Patience {
  return { signal: request.signal, until: startedAt + request.limits.deadlineSeconds * 1000 };
}

/** What is thrown in a session that is closed. */
export function sessionClosed(): MettleError {
  return new MettleError({ code: 'sandbox/closed', message: 'this sandbox session is closed' });
}

/** Thrown when a run got no worker: nothing of it has run. */
export class NotBegun extends Error {
  readonly error: RunError;

  constructor(error: RunError) {
    super(error.message);
    this.error = error;
  }
}

/**
 * A worker of the pool, once there is one.
 *
 * @param closing aborted, with what is thrown then, when nobody wants the worker any more
 * @throws {NotBegun} when the deadline or the signal came first.
 */
export async function waitForWorker(
  pool: WorkerPool,
  closing: AbortSignal,
  patience: Patience | null,
): Promise<PooledWorker> {
  const ended = new AbortController();
  const onClosing = (): void => ended.abort(closing.reason);
  const onAbort = (): void => ended.abort(new NotBegun(abortedError()));
  const left = patience === null ? null : Math.max(0, patience.until - performance.now());
  const timer =
    left === null
      ? undefined
      : setTimeout(() => ended.abort(new NotBegun(deadlineError())), Math.min(left, 2_000_000_000));
  closing.addEventListener('abort', onClosing, { once: true });
  patience?.signal?.addEventListener('abort', onAbort, { once: true });
  if (closing.aborted) onClosing();
  if (patience?.signal?.aborted === true) onAbort();
  try {
    return await pool.acquire(ended.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', onClosing);
    patience?.signal?.removeEventListener('abort', onAbort);
  }
}
