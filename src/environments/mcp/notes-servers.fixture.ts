import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpProcess } from '../../tools/index.js';
import { makeServer } from './__fixtures__/notes-server.mjs';

/** The server of notes as a process. */
export function notesProcess(...more: readonly string[]): McpProcess {
  const script = fileURLToPath(new URL('./__fixtures__/notes-server.mjs', import.meta.url));
  return { command: process.execPath, args: [script, ...more] };
}

/** The server of notes at an address of this process. */
export interface NotesAddress {
  readonly url: string;
  /** Makes it offer one tool more from now on. */
  addTool(): void;
  close(): Promise<void>;
}

/** Starts one; its notes last until it is closed. */
export async function serveNotes(): Promise<NotesAddress> {
  const notes: string[] = [];
  let trap = false;
  const handler = createMcpHandler(() => makeServer(notes, { trap }));
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', headers, url } = request;
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    addTool: () => {
      trap = true;
    },
    close: async () => {
      await handler.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
