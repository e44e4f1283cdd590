import { MettleError } from '../../core/index.js';
import type { RunError } from '../contract.js';
import { abortedError, deadlineError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import type { PooledWorker, WorkerPool } from './worker-pool.js';

/** How long a run may wait for a worker. */
export interface Patience {
  readonly signal: AbortSignal | null;
  /** When the run was asked for, as `performance.now()` counts. */
  readonly startedAt: number;
  /** Seconds it may take from then. */
  readonly deadlineSeconds: number;
}

/** The patience of a run that was asked for at `startedAt`, as `performance.now()` counts. */
export function patienceOf(request: Pick<EngineRun, 'signal' | 'limits'>, startedAt: number): Patience {
  return { signal: request.signal, startedAt, deadlineSeconds: request.limits.deadlineSeconds };
}

/** What is thrown in a session that is closed. */
export function sessionClosed(): MettleError {
  return new MettleError({ code: 'sandbox/closed', message: 'this sandbox session is closed' });
}

/** Thrown when a run could not begin: nothing of it has run. */
export class NotBegun extends Error {
  readonly error: RunError;
  /** Whether the namespace is lost. */
  readonly namespaceLost: boolean;

  constructor(error: RunError, namespaceLost = false) {
    super(error.message);
    this.error = error;
    this.namespaceLost = namespaceLost;
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
  patience: Patience,
): Promise<PooledWorker> {
  const ended = new AbortController();
  const onClosing = (): void => ended.abort(closing.reason);
  const onAbort = (): void => ended.abort(new NotBegun(abortedError()));
  const timer = setTimeout(
    () => ended.abort(new NotBegun(deadlineError(patience))),
    millisecondsLeft(patience),
  );
  closing.addEventListener('abort', onClosing, { once: true });
  patience.signal?.addEventListener('abort', onAbort, { once: true });
  if (closing.aborted) onClosing();
  if (patience.signal?.aborted === true) onAbort();
  try {
    return await pool.acquire(ended.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', onClosing);
    patience.signal?.removeEventListener('abort', onAbort);
  }
}

function millisecondsLeft({ startedAt, deadlineSeconds }: Patience): number {
  const left = startedAt + deadlineSeconds * 1000 - performance.now();
  return Math.min(Math.max(0, left), 2_000_000_000);
}
