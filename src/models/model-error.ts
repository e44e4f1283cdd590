import { MettleError } from '../core/index.js';
import { errorMessage, shortened } from '../core/internal.js';
import { modelError } from './error-codes.js';

/** What the error of a failed call has in `details`. */
export interface ModelFailureDetails {
  /** Who was asked, `provider/model`. */
  readonly model: string;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  /** The HTTP status, where there was an answer. */
  readonly status: number | null;
  /** Seconds after which the provider wants to be asked again, where it said. */
  readonly retryAfterSeconds: number | null;
}

/**
 * A call that failed, as a `MettleError`: `models/rate_limited` (429), `models/server_failed` (408, 409, 5xx),
 * `models/refused` (any other 4xx), `models/unreachable` (no answer came), `models/invalid_response` (an answer that is
 * none). What is a `MettleError` already stays what it is.
 */
export function modelFailure(error: unknown, model: string): MettleError {
  if (MettleError.isInstance(error)) return error;
  const status = statusOf(error);
  const kind = kindOf(error, status);
  const retryAfterSeconds = retryAfterOf(error);
  const details: ModelFailureDetails = { model, transient: kind.transient, status, retryAfterSeconds };
  const answer = status === null ? '' : ` (${status})`;
  return modelError(kind.what, `${model} ${kind.words}${answer}: ${oneLine(errorMessage(error))}`, {
    cause: error,
    details: { ...details },
  });
}

/** A stream that ended before its reply did. */
export function cutOff(model: string, cause?: unknown): MettleError {
  const details: ModelFailureDetails = { model, transient: true, status: null, retryAfterSeconds: null };
  return modelError('cut_off', `The stream of ${model} ended before its reply did.`, {
    cause,
    details: { ...details },
  });
}

/** A stream that goes on beyond any reply. */
export function endlessReply(model: string, characters: number): MettleError {
  const details: ModelFailureDetails = { model, transient: false, status: null, retryAfterSeconds: null };
  return modelError(
    'invalid_response',
    `${model} sent more than ${characters} characters; the reply was stopped.`,
    { details: { ...details } },
  );
}

/** Whether the same call may succeed later: rate limits, server or network errors, cut streams, timeouts. */
export function isTransient(error: unknown): boolean {
  return MettleError.isInstance(error) && error.details.transient === true;
}

/** Seconds that the provider asks to wait before the next call, if the failure says so. */
export function retryAfterSeconds(error: unknown): number | null {
  const seconds = MettleError.isInstance(error) ? error.details.retryAfterSeconds : null;
  return typeof seconds === 'number' ? seconds : null;
}

interface Kind {
  readonly what: Parameters<typeof modelError>[0];
  readonly words: string;
  readonly transient: boolean;
}

function kindOf(error: unknown, status: number | null): Kind {
  if (status === 429) return { what: 'rate_limited', words: 'asks to wait', transient: true };
  if (status === 408 || status === 409 || (status !== null && status >= 500)) {
    return { what: 'server_failed', words: 'failed', transient: true };
  }
  if (status !== null && status >= 400) {
    return { what: 'refused', words: 'refused the call', transient: false };
  }
  if ((status === null || status < 300) && isNetworkError(error)) {
    return {
      what: 'unreachable',
      words: 'could not be reached, or the connection broke',
      transient: true,
    };
  }
  return {
    what: 'invalid_response',
    words: 'gave an answer that cannot be read',
    transient: propertyOf(error, 'isRetryable') === true,
  };
}

function isNetworkError(error: unknown): boolean {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  ) {
    const code = propertyOf(cause, 'code');
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_.*)$/.test(code)) return true;
    if (/^(terminated|fetch failed|other side closed)$/.test(cause.message)) return true;
  }
  return false;
}

function statusOf(error: unknown): number | null {
  const status = propertyOf(error, 'statusCode') ?? propertyOf(error, 'status');
  return typeof status === 'number' && Number.isInteger(status) ? status : null;
}

function retryAfterOf(error: unknown): number | null {
  const headers = propertyOf(error, 'responseHeaders');
  const milliseconds = Number.parseFloat(String(propertyOf(headers, 'retry-after-ms') ?? ''));
  if (milliseconds >= 0) return milliseconds / 1000;
  const text = String(propertyOf(headers, 'retry-after') ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const [at, sent] = [Date.parse(text), Date.parse(String(propertyOf(headers, 'date') ?? ''))];
  return Number.isNaN(at) || Number.isNaN(sent) ? null : Math.max(0, (at - sent) / 1000);
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const LONGEST_MESSAGE = 500;

function oneLine(text: string): string {
  return shortened(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_MESSAGE);
}
