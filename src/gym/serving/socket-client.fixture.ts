import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../core/index.js';

/** A client of a socket: what it asks, and what it is told. */
export class SocketClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly #frames: JsonObject[] = [];
  readonly #waiting: ((frame: JsonObject | number) => void)[] = [];
  #closed: number | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as JsonObject;
      const next = this.#waiting.shift();
      if (next === undefined) this.#frames.push(frame);
      else next(frame);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.#closed = code;
      for (const next of this.#waiting.splice(0)) next(code);
    });
  }

  /** Connects to a path of a server. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    const client = new SocketClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Sends a frame and gives the next one that comes; a number is the code of the end. */
  async ask(frame: JsonObject | string | Buffer): Promise<JsonObject | number> {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    return this.next();
  }

  /** The next frame, or the code that the connection ended with. */
  async next(): Promise<JsonObject | number> {
    const [first] = this.#frames.splice(0, 1);
    if (first !== undefined) return first;
    if (this.#closed !== undefined) return this.#closed;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.terminate();
    await once(this.socket, 'close');
  }
}
