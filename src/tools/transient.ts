import { setTimeout as delay } from 'node:timers/promises';

/** How often a call is repeated after a transient fault. */
export const RETRIES = 2;

const CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);
const STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Errors under errors that are looked at. */
const MAX_CAUSES = 5;

/** Whether an error may be gone at the next try: a lost connection, or an HTTP status that says so. */
export function isTransient(error: unknown): boolean {
  let at: unknown = error;
  for (let i = 0; i < MAX_CAUSES && typeof at === 'object' && at !== null; i += 1) {
    const { code, status, statusCode, cause } = at as Record<string, unknown>;
    if (typeof code === 'string' && CODES.has(code)) return true;
    if (STATUSES.has(Number(status)) || STATUSES.has(Number(statusCode))) return true;
    at = cause;
  }
  return false;
}

/** Waits 100 ms, then 200 ms. Rejects with the signal's reason when it aborts. */
export async function pauseBeforeRetry(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(100 * 2 ** attempt, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
