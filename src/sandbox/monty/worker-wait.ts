import type { MettleError } from '../../core/index.js';
import { linkSignals, startDeadline } from '../../core/internal.js';
import type { RunError } from '../contract.js';
import { abortedError, notRunError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import { sandboxError } from '../error-codes.js';
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
  return sandboxError('closed', 'this sandbox session is closed');
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
  const { signal, startedAt, deadlineSeconds } = patience;
  const left = deadlineSeconds - (performance.now() - startedAt) / 1000;
  const given = linkSignals(closing, signal ?? undefined);
  const what = `no engine process became free within the deadline of ${deadlineSeconds} s`;
  const tooLate = new NotBegun(notRunError('infrastructure', 'TimeoutError', what));
  const limit = startDeadline(left, given.signal, tooLate);
  try {
    return await pool.acquire(limit.signal);
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) throw new NotBegun(abortedError());
    throw error;
  } finally {
    limit.end();
    given.release();
  }
}
