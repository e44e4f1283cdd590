import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a test's server got. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server whose answers a test writes. */
export interface RawServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
}

/** Starts a server on this machine that answers as `answer` does. */
export async function startRawServer(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<RawServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((message, response) => {
    let body = '';
    message.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
