import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Environment } from '../../environments/index.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { count, openFruitShop, shopTask } from '../shop.fixture.js';
import type { GymServing } from './serve-options.js';
import { SocketClient } from './socket-client.fixture.js';

const TOKEN = 'sixteen-characters';
let environment: Environment;
let gym: AgentGym;
let open: GymServing;
let guarded: GymServing;

beforeAll(async () => {
  environment = await openFruitShop();
  gym = new AgentGym({ environment, task: shopTask(count) });
  open = await serveOpenEnv({ gym, maxMessageBytes: 10_000, maxSessions: 8 });
  guarded = await serveOpenEnv({ gym, token: TOKEN });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  await gym.close();
  await environment.close();
});

/** The status of a request, or of an upgrade, with headers that `fetch` would not send. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const upgrade = (headers: Record<string, string> = {}) => ({
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  ...headers,
});

describe('a server answers nobody but its clients', () => {
  it.each([
    [{}, 200],
    [{ host: 'localhost:1' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example:80' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
  ])('with %o: %i', async (headers, status) => {
    expect(await statusOf(`${open.url}/metadata`, headers)).toBe(status);
    expect(await statusOf(`${open.url}/ws`, upgrade(headers))).toBe(status === 200 ? 101 : status);
  });

  it.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: TOKEN }, 401],
    [{ authorization: `Bearer ${TOKEN}` }, 200],
    [{ 'x-api-key': TOKEN }, 200],
    [{ 'x-api-key': `${TOKEN}x` }, 401],
  ])('with a token asked for, and %o: %i', async (headers, status) => {
    expect(await statusOf(`${guarded.url}/metadata`, headers)).toBe(status);
    expect(await statusOf(`${guarded.url}/mcp`, upgrade(headers))).toBe(status === 200 ? 101 : status);
    expect(await statusOf(`${guarded.url}/health`, headers)).toBe(200);
  });

  it('listens for other machines only with a token, and never with a short one', async () => {
    await expect(serveOpenEnv({ gym, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'gym/token_needed' });
    await expect(serveOpenEnv({ gym, token: 'short' })).rejects.toMatchObject({ code: 'gym/token_needed' });
    await expect(serveOpenEnv({ gym, port: Number(new URL(open.url).port) })).rejects.toMatchObject({
      code: 'gym/cannot_listen',
      message: expect.stringMatching(/^Cannot listen on 127\.0\.0\.1: port \d+ is in use\. Choose another/),
    });
  });
});

describe('what a client sends', () => {
  it('is cut off where it is too large, before it is read', async () => {
    await using client = await SocketClient.open(`${open.url}/ws`);
    expect(await client.ask(JSON.stringify({ type: 'state', data: 'x'.repeat(20_000) }))).toBe(1009);
    const response = await fetch(`${open.url}/mcp`, { method: 'POST', body: 'x'.repeat(20_000) });
    expect(response.status).toBe(413);
    // It says that a gigabyte follows, and is answered without it.
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
    socket.write('POST /reset HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000000\r\n\r\n{"a":');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('may be a claim of a gigabyte in one frame', async () => {
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
    const lines = Object.entries(upgrade({ host: 'localhost' })).map(([name, value]) => `${name}: ${value}`);
    socket.write(`GET /ws HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    const header = Buffer.alloc(14);
    header[0] = 0x81;
    header[1] = 0x80 | 127;
    header.writeBigUInt64BE(1_000_000_000n, 2);
    socket.write(header);
    const [close] = await once(socket, 'data');
    // A close frame with code 1009.
    expect([...(close as Buffer).subarray(0, 1), (close as Buffer).readUInt16BE(2)]).toEqual([0x88, 1009]);
    socket.destroy();
    await expect.poll(() => open.sessions).toBe(0);
  });

  it('is answered in its order, one after another, however fast it comes', async () => {
    await using client = await SocketClient.open(`${open.url}/ws`);
    const look = { tool_name: 'sql_query', arguments: { sql: 'SELECT 1' } };
    const first = client.ask({ type: 'reset' });
    for (let sent = 0; sent < 30; sent += 1) client.socket.send(JSON.stringify({ type: 'step', data: look }));
    for (let sent = 0; sent < 300; sent += 1) client.socket.send('{"type":"state"}');
    await first;
    const steps = await Promise.all(Array.from({ length: 330 }, () => client.next()));
    const done = steps
      .slice(0, 30)
      .map((frame) => (frame as { readonly data: { readonly done?: boolean } }).data.done);
    // Twenty steps are all there are; those beyond are errors, which have no done.
    expect(done.filter((each) => each === false).length).toBe(20);
    expect(steps.slice(30).every((frame) => (frame as { readonly type: string }).type === 'state')).toBe(
      true,
    );
  });

  it('frees its world where it vanishes in the middle of a step', async () => {
    const clients = await Promise.all(Array.from({ length: 2 }, () => SocketClient.open(`${open.url}/ws`)));
    await Promise.all(clients.map((client) => client.ask({ type: 'reset' })));
    expect(open.sessions).toBe(2);
    const endless =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE i < 0';
    for (const client of clients) {
      client.socket.send(
        JSON.stringify({ type: 'step', data: { tool_name: 'sql_query', arguments: { sql: endless } } }),
      );
      client.socket.terminate();
    }
    await expect.poll(() => open.sessions, { timeout: 30_000 }).toBe(0);
  }, 40_000);

  it('forks no more than there is room for, and nothing else', async () => {
    await using client = await SocketClient.open(`${open.url}/ws`);
    const fork = async (data: object) =>
      (await client.ask(JSON.stringify({ type: 'fork', data }))) as { readonly data: object };
    expect((await fork({})).data).toMatchObject({ code: 'EXECUTION_ERROR' });
    await client.ask({ type: 'reset' });
    expect((await fork({ count: 8 })).data).toMatchObject({ code: 'CAPACITY_REACHED' });
    for (const count of [0, -1, 1.5, 1e9, '2'])
      expect((await fork({ count })).data).toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(open.sessions).toBe(1);
  });
});

it('closing ends sessions in the middle of a step, with a goodbye', async () => {
  const server = await serveOpenEnv({ gym });
  const client = await SocketClient.open(`${server.url}/ws`);
  await client.ask({ type: 'reset' });
  const closed = client.next();
  await server.close();
  expect(await closed).toBe(1001);
  expect(server.sessions).toBe(0);
  const late = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  const [error] = await once(late, 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
});
