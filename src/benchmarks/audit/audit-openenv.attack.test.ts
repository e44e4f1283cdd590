import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { auditEnvironment } from './audit-environment.js';
import { auditOpenEnv } from './audit-openenv.js';

const SCHEMA = { action: { type: 'object', properties: { message: { type: 'string' } } } };
const observation = { observation: { echoed: 'hello' }, reward: null, done: false };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers frames as told, and `/schema` with this text. */
async function serve(onFrame: (socket: WebSocket) => void, schema = JSON.stringify(SCHEMA)): Promise<string> {
  const server = createServer((_, response) => response.end(schema));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', () => onFrame(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const audit = async (url: string, timeoutSeconds = 60) =>
  auditEnvironment(await auditOpenEnv({ url, timeoutSeconds }), { episodes: 1 });

describe('auditOpenEnv against a hostile server', () => {
  it.each<[string, (socket: WebSocket) => void, string]>([
    ['text that is no JSON', (socket) => socket.send('{"type":'), 'no JSON'],
    ['JSON that is no object', (socket) => socket.send('[1]'), 'no object'],
    ['a frame beyond the limit', (socket) => socket.send('x'.repeat(9 * 2 ** 20)), 'broke'],
    ['bytes', (socket) => socket.send(Buffer.from([1, 2, 3])), 'ended the session'],
    ['nothing', () => undefined, 'time of the audit'],
    ['the end', (socket) => socket.close(), 'ended the session'],
    [
      'an error of its own',
      (socket) => socket.send('{"type":"error","data":{"code":"FACTORY_ERROR"}}'),
      'FACTORY_ERROR',
    ],
  ])('reports a server that sends %s as one that does not start', async (what, send, words) => {
    const { verdict, checks } = await audit(await serve(send), what === 'nothing' ? 0.2 : 60);
    const startup = checks.find(({ id }) => id === 'startup');
    expect([verdict, startup?.verdict, startup?.evidence.join()]).toEqual([
      'fail',
      'fail',
      expect.stringContaining(words),
    ]);
  });

  it('ends an audit of a server that floods, with every check reported', async () => {
    const flood = JSON.stringify({ type: 'observation', data: observation });
    const { checks, cheats } = await audit(
      await serve((socket) => {
        for (let count = 0; count < 200; count++) socket.send(flood);
      }),
    );
    expect(checks).toHaveLength(41);
    expect(cheats.filter(({ paid }) => paid > 0)).toEqual([]);
  });

  it.each(['', '[]', '{"action": 7}'.repeat(2), '<html></html>'])(
    'refuses %j as a schema',
    async (schema) => {
      const url = await serve(() => undefined, schema);
      await expect(auditOpenEnv({ url })).rejects.toMatchObject({ code: 'benchmarks/invalid_subject' });
    },
  );
});
