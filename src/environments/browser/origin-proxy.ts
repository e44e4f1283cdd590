import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostAndPort, parseUrl } from './allowed-origins.js';
import type { OpenedBrowserSite } from './browser-site.js';
import { guardedLookup } from './guarded-lookup.js';

/** What an {@link OriginProxy} lets through. */
export interface OriginProxyOptions {
  /** Origins on the network, as `URL.origin` writes them. */
  readonly origins: readonly string[];
  /** Sites by origin, answered here. */
  readonly sites: ReadonlyMap<string, OpenedBrowserSite>;
  /** Bytes that may come in from the network, all in all; then the proxy refuses everything. */
  readonly maxBytes: number;
  /** Called for each request that was refused, with its URL or, for a tunnel, `host:port`. */
  readonly onRefused: (target: string) => void;
}

const USER = 'world';
const CHALLENGE = 'Basic realm="mettle"';

/** Headers that are about one connection and not about the message. */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The one way out of a browser world: an HTTP proxy on loopback that lets through what is allowed and nothing else. It
 * stands below everything a page can start, so that redirects, frames, workers, web sockets, popups, downloads and
 * preloads meet it alike. An allowed origin opens its host and port.
 */
export class OriginProxy {
  readonly #options: OriginProxyOptions;
  readonly #tunnels: ReadonlySet<string>;
  readonly #sockets = new Set<Duplex>();
  readonly #server: Server;
  readonly #password = randomBytes(24).toString('hex');
  #bytes = 0;

  private constructor(options: OriginProxyOptions) {
    this.#options = options;
    this.#tunnels = new Set(options.origins.map((origin) => hostAndPort(new URL(origin))));
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (socket) => this.#track(socket));
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request, socket, head));
    this.#server.on('upgrade', (_, socket) => socket.destroy());
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  /** Starts one. */
  static async open(options: OriginProxyOptions): Promise<OriginProxy> {
    const proxy = new OriginProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** Where it listens, and what it asks for: other programs of this machine could reach the world's sites through it. */
  get access(): { readonly server: string; readonly username: string; readonly password: string } {
    const { port } = this.#server.address() as AddressInfo;
    return { server: `http://127.0.0.1:${port}`, username: USER, password: this.#password };
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = parseUrl(request.url ?? '');
    response.on('error', () => undefined);
    if (!this.#isOurs(request)) {
      response.writeHead(407, { 'proxy-authenticate': CHALLENGE }).end();
      return;
    }
    const site = url === null ? undefined : this.#options.sites.get(url.origin);
    if (url !== null && site !== undefined) serve(site, url, request, response);
    else if (url?.protocol === 'http:' && this.#options.origins.includes(url.origin) && this.#hasBytes()) {
      this.#forward(url, request, response);
    } else {
      this.#options.onRefused(request.url ?? '');
      refuse(response);
    }
  }

  #forward(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const onward = requestOf({
      host: plainHost(url.hostname),
      port: url.port === '' ? 80 : url.port,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: headersOf(request),
      setHost: false,
      agent: false,
      lookup: guardedLookup,
    });
    onward.on('socket', (socket) => this.#track(socket));
    onward.on('response', (answer) => {
      answer.on('data', (chunk: Buffer) => this.#count(chunk));
      answer.on('error', () => response.destroy());
      response.writeHead(answer.statusCode ?? 502, headersOf(answer));
      answer.pipe(response);
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = (request.url ?? '').toLowerCase();
    socket.on('error', () => undefined);
    if (!this.#isOurs(request)) {
      socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    if (!this.#tunnels.has(target) || !this.#hasBytes()) {
      this.#options.onRefused(target);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const at = target.lastIndexOf(':');
    const onward: Socket = connect({
      host: plainHost(target.slice(0, at)),
      port: Number(target.slice(at + 1)),
      lookup: guardedLookup,
    });
    this.#track(onward);
    onward.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('data', (chunk) => this.#count(chunk));
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }

  /** Whether a request comes from the world's browser. */
  #isOurs({ headers }: IncomingMessage): boolean {
    const wanted = `Basic ${Buffer.from(`${USER}:${this.#password}`).toString('base64')}`;
    return headers['proxy-authorization'] === wanted;
  }

  #hasBytes(): boolean {
    return this.#bytes < this.#options.maxBytes;
  }

  #count(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (!this.#hasBytes()) for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** Has a site answer, as if the request had come to a server of its own. */
function serve(site: OpenedBrowserSite, url: URL, request: IncomingMessage, response: ServerResponse): void {
  // The browser asks for this by itself, at a moment that no call decides.
  if (url.pathname === '/favicon.ico') {
    response.writeHead(404).end();
    return;
  }
  request.url = `${url.pathname}${url.search}`;
  delete request.headers['proxy-authorization'];
  delete request.headers['proxy-connection'];
  Promise.resolve()
    .then(() => site.handle(request, response))
    .catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    });
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
    .end('This world does not allow that origin.');
}

/** The headers of a message, without those about its connection, in pairs as they came. */
function headersOf({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!OF_ONE_CONNECTION.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return kept;
}

/** An IPv6 address without its brackets. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
