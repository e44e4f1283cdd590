const LOST: ReadonlySet<unknown> = new Set(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED', 'EPIPE']);

/** Whether an error says that there is no connection any more, or that an HTTP session has ended. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  const { code, data } = error as { code?: unknown; data?: { status?: unknown } };
  return (
    LOST.has(code) || data?.status === 404 || LOST.has((error.cause as { code?: unknown } | undefined)?.code)
  );
}
