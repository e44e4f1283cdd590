import { randomUUID } from 'node:crypto';
import type { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ServerPackage } from '../load-mcp-package.js';

/** Sessions that are kept; the one that was idle longest makes room for the next. */
const MAX_SESSIONS = 32;
/** Longest request, in bytes. */
export const MAX_REQUEST: number = 16 * 1024 * 1024;

/**
 * The sessions of clients of the earlier protocol over HTTP. In a session a client can be asked something in the middle
 * of a call.
 */
export class LegacySessions {
  readonly #main: ServerPackage['main'];
  readonly #makeServer: () => Server;
  /** By id, the one that was idle longest first. */
  readonly #sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor({ main }: ServerPackage, makeServer: () => Server) {
    this.#main = main;
    this.#makeServer = makeServer;
  }

  /** Answers one request: of the session that it names, or of a new one. */
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    // The protocol's word for a session that has ended: the client begins another.
    if (session === undefined) return new Response('No such session.\n', { status: 404 });
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.handleRequest(request);
  }

  /** Ends every session. */
  async close(): Promise<void> {
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(open.map((session) => session.close()));
  }

  async #begin(request: Request): Promise<Response> {
    let begun = false;
    const transport = new this.#main.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_REQUEST,
      onsessioninitialized: (id) => {
        begun = true;
        this.#sessions.set(id, transport);
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await this.#makeServer().connect(transport);
    const response = await transport.handleRequest(request);
    if (!begun) await transport.close();
    const [oldest] = this.#sessions;
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) {
      this.#sessions.delete(oldest[0]);
      await oldest[1].close();
    }
    return response;
  }
}
