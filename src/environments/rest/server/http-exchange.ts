import { errorMessage, startDeadline } from '../../../core/internal.js';

/** One HTTP request and the limits of its answer. */
export interface HttpExchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | FormData;
  readonly timeoutSeconds: number;
  /** Bytes of the answer's body, unpacked. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** An HTTP answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Why there is no answer: `timeout`, `redirect_refused` and `too_large` are for the agent to read; `network` is not its fault. */
export class ExchangeFailure extends Error {
  readonly kind: 'timeout' | 'redirect_refused' | 'too_large' | 'network';

  constructor(kind: ExchangeFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const MAX_REDIRECTS = 5;

/**
 * Sends a request and reads the answer. Redirects are followed within the origin of the request alone.
 * @throws {ExchangeFailure}, or the reason of `signal`.
 */
export async function exchange(request: HttpExchange): Promise<HttpAnswer> {
  request.signal?.throwIfAborted();
  const limit = startDeadline(request.timeoutSeconds, request.signal);
  try {
    return await followed(request, limit.signal);
  } catch (error) {
    request.signal?.throwIfAborted();
    if (limit.passed()) {
      throw new ExchangeFailure('timeout', `no complete answer within ${request.timeoutSeconds} seconds`);
    }
    if (error instanceof ExchangeFailure) throw error;
    throw new ExchangeFailure('network', networkMessage(error), error);
  } finally {
    limit.end();
  }
}

async function followed(request: HttpExchange, signal: AbortSignal): Promise<HttpAnswer> {
  let { url, method } = request;
  let { body } = request;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      method,
      headers: request.headers
        .filter(([name]) => body !== undefined || name !== 'content-type')
        .map(([name, value]): [string, string] => [name, value]),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
      return {
        status: response.status,
        statusText: response.statusText,
        contentType: response.headers.get('content-type') ?? '',
        bytes: await bounded(response, request.maxBytes),
      };
    }
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    if (next?.origin !== request.url.origin) {
      const where = next === null ? 'an invalid address' : next.origin;
      throw new ExchangeFailure(
        'redirect_refused',
        `the server redirects to ${where}, which was not allowed`,
      );
    }
    if (redirects >= MAX_REDIRECTS) {
      throw new ExchangeFailure('redirect_refused', `the server redirects more than ${MAX_REDIRECTS} times`);
    }
    const becomesGet = response.status === 303 || (response.status < 303 && method === 'POST');
    if (becomesGet && method !== 'HEAD') {
      method = 'GET';
      body = undefined;
    }
    url = next;
  }
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new ExchangeFailure('too_large', `the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function networkMessage(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `the server can't be reached or broke off: ${errorMessage(error)}${code}`;
}
