import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../core/internal.js';
import { gymError } from '../error-codes.js';
import { findRoute, type HttpAnswer, type HttpRoute, httpProblem } from './http-answer.js';
import { readBody } from './read-body.js';
import { isLoopback, type Refusal, requestGuard } from './request-guard.js';
import { writeAnswer } from './write-answer.js';

/** Connections at a time, whatever they are for. */
const MOST_CONNECTIONS = 10_000;

/** How a server listens. */
export interface ListenOptions {
  readonly host: string;
  /** 0 is a free one. */
  readonly port: number;
  readonly token: string | null;
  /** Bytes of a request's body, and of a frame. */
  readonly maxBytes: number;
  readonly routes: readonly HttpRoute[];
  /** Where no route is: another answer than 404. */
  readonly fallback?: (path: string, search: string) => HttpAnswer | null;
  /** What takes a connection over that asks for a WebSocket; false where there is none at that path. */
  readonly upgrade?: (message: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
}

/** A server at work. */
export interface HttpListener {
  /** `http://HOST:PORT`, as this machine reaches it. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, ends those that run, and closes every connection. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP requests and answers them by routes.
 *
 * @throws {MettleError} `gym/cannot_listen`; `gym/token_needed` where other machines could reach it without a token.
 */
export async function listenHttp(options: ListenOptions): Promise<HttpListener> {
  const { host, port, token, upgrade } = options;
  checkGuarded({ host, token });
  const guard = requestGuard({ host, token });
  const ending = new AbortController();
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 75_000 });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('request', (message, response) => {
    void answer(message, response, options, guard(message), ending.signal).catch(() => response.destroy());
  });
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refusal = guard(message);
    if (refusal !== null) return refuseUpgrade(socket, refusal.status, refusal.detail);
    if (upgrade?.(message, socket, head) !== true) refuseUpgrade(socket, 404, 'Not Found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw cannotListen(error, host, port);
  });
  const { port: taken } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${taken}`,
    port: taken,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      ending.abort(gymError('closed', 'The server is closing.'));
      server.closeIdleConnections();
      // What was under way has a moment to be written.
      const late = setTimeout(() => server.closeAllConnections(), 1000);
      await closed;
      clearTimeout(late);
    },
  };
}

/**
 * Whether an address may be listened on with a token, or without one.
 * @throws {MettleError} `gym/token_needed` where other machines could reach it without a token, and for a token that can be guessed.
 */
export function checkGuarded({ host, token }: Pick<ListenOptions, 'host' | 'token'>): void {
  if (token === null && !isLoopback(host)) {
    throw gymError(
      'token_needed',
      `Whoever reaches ${host} could use this server: set a token of at least 16 characters, or listen on 127.0.0.1.`,
    );
  }
  if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw gymError('token_needed', 'A token has at least 16 characters, all of them printable ASCII.');
  }
}

function cannotListen(error: unknown, host: string, port: number): Error {
  const code = (error as NodeJS.ErrnoException).code;
  const why =
    code === 'EADDRINUSE'
      ? `port ${port} is in use`
      : code === 'EACCES'
        ? `port ${port} is not yours to take`
        : errorMessage(error);
  return gymError(
    'cannot_listen',
    `Cannot listen on ${host}: ${why}. Choose another port, or 0 for a free one.`,
    { cause: error },
  );
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  options: ListenOptions,
  refusal: Refusal | null,
  ending: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const end = (): void => gone.abort(ending.reason ?? new Error('the caller has gone'));
  response.once('close', end);
  ending.addEventListener('abort', end, { once: true });
  try {
    const found = refusal === null ? await routed(message, options, gone.signal) : refused(refusal);
    await writeAnswer(response, ending.aborted ? withClose(found) : found, gone.signal);
  } finally {
    ending.removeEventListener('abort', end);
  }
}

/** What a route throws is told by its message: a person reads it, and a client tries no second time. */
async function routed(
  message: IncomingMessage,
  options: ListenOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  try {
    return await route(message, options, signal);
  } catch (error) {
    return httpProblem(500, errorMessage(error));
  }
}

async function route(
  message: IncomingMessage,
  { routes, fallback, maxBytes }: ListenOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const target = `http://server${message.url ?? '/'}`;
  if (!URL.canParse(target)) return httpProblem(400, 'The address is malformed.');
  const { pathname, search, searchParams } = new URL(target);
  const method = message.method ?? 'GET';
  const found = findRoute(routes, method === 'HEAD' ? 'GET' : method, pathname);
  const body = await readBody(message, maxBytes);
  if (body === null) return withClose(httpProblem(413, `The body is larger than ${maxBytes} bytes.`));
  if (found.route === null) {
    const other = found.status === 404 ? (fallback?.(pathname, search) ?? null) : null;
    return other ?? httpProblem(found.status, found.status === 405 ? 'Method Not Allowed' : 'Not Found');
  }
  const { headers } = message;
  const request = { method, path: pathname, query: searchParams, headers, body, signal };
  return found.route.answer({ ...request, parameters: found.parameters });
}

function refused({ status, detail }: Refusal): HttpAnswer {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : undefined;
  return withClose(httpProblem(status, detail, headers));
}

function withClose(found: HttpAnswer): HttpAnswer {
  return { ...found, headers: { ...found.headers, connection: 'close' } };
}

function refuseUpgrade(socket: Duplex, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
