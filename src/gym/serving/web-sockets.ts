import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeSocket } from './frame-socket.js';

/** The WebSockets of a server. */
export interface WebSockets {
  /** Takes a connection over. */
  accept(message: IncomingMessage, socket: Duplex, head: Buffer, take: (socket: WebSocket) => void): void;
  /** Says goodbye to all. */
  close(): void;
}

/** Makes WebSockets of connections. Frames are not compressed, so that none is larger than it seems. */
export function openWebSockets({ maxBytes }: { readonly maxBytes: number }): WebSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxBytes, perMessageDeflate: false });
  return {
    accept(message, socket, head, take) {
      // A machine that vanished is noticed, also while its program is too busy to answer pings.
      if (socket instanceof Socket) socket.setKeepAlive(true, 30_000).setNoDelay(true);
      server.handleUpgrade(message, socket, head, take);
    },
    close() {
      for (const client of server.clients) closeSocket(client, 1001, 'The server is closing.');
      server.close();
    },
  };
}
