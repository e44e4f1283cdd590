import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/server';
import { errorMessage } from '../../core/internal.js';
import { toolError } from '../error-codes.js';
import type { ServerPackage } from '../load-mcp-package.js';
import { LegacySessions, MAX_REQUEST } from './legacy-sessions.js';
import { webRequests } from './web-requests.js';

/** A listening server. */
export interface HttpListener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves MCP on this machine's own address. Whoever has no token is turned away, and so are requests whose `Host` or
 * `Origin` is another: a web page in a browser cannot reach it.
 */
export async function listenHttp(
  serverPackage: ServerPackage,
  makeServer: () => Server,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<HttpListener> {
  const { main } = serverPackage;
  const handler = main.createMcpHandler(makeServer, { legacy: 'reject', maxRequestBodySize: MAX_REQUEST });
  const sessions = new LegacySessions(serverPackage, makeServer);
  const http = createServer(
    webRequests(async (request) => {
      const refused =
        main.hostHeaderValidationResponse(request, main.localhostAllowedHostnames()) ??
        main.originValidationResponse(request, main.localhostAllowedOrigins());
      if (refused !== undefined) return refused;
      if (!isToken(request.headers.get('authorization'), token)) {
        return new Response('A bearer token is needed.\n', {
          status: 401,
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      if (new URL(request.url).pathname !== '/mcp')
        return new Response('Not found: /mcp is served.\n', { status: 404 });
      const legacy = await main.isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_REQUEST });
      return legacy ? sessions.fetch(request) : handler.fetch(request);
    }),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    throw toolError(
      'cannot_listen',
      `Cannot listen on port ${port}: ${errorMessage(error)}. Choose another, or 0 for a free one.`,
      { cause: error },
    );
  }
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([handler.close(), sessions.close()]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function isToken(header: string | null, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
