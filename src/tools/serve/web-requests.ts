import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** What answers a request of the web platform. */
type WebHandler = (request: Request) => Promise<Response>;

/** Serves Node's requests with a handler for requests of the web platform. A caller that goes away aborts its request. */
export function webRequests(handler: WebHandler): RequestListener {
  return (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    answer(handler, incoming, outgoing, gone.signal).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  };
}

async function answer(
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [value].flat().map((one) => [name, one]),
    ),
    ...(hasBody
      ? { body: Readable.toWeb(incoming) as globalThis.ReadableStream<Uint8Array>, duplex: 'half' }
      : {}),
    signal,
  } as RequestInit);
  const response = await handler(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body as ReadableStream);
  body.on('error', () => outgoing.destroy());
  signal.addEventListener('abort', () => body.destroy());
  body.pipe(outgoing);
}
