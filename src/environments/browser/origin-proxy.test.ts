import { createServer, type IncomingHttpHeaders, request as requestOf } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { OriginProxy } from './origin-proxy.js';

const server = createServer((request, response) => {
  response.setHeader('set-cookie', ['a=1', 'b=2']);
  if (request.url === '/large') response.end('x'.repeat(3000));
  else
    response.end(
      `${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? 'no password'}`,
    );
});
const refused: string[] = [];
let proxy: OriginProxy;
let origin = '';
let password = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy = await OriginProxy.open({
    origins: [origin],
    sites: new Map([
      [
        'http://site.test',
        {
          handle: (request, response) => {
            if (request.url === '/throws') throw new Error('the site failed');
            response.end(`site ${request.url} ${request.headers['proxy-authorization'] ?? 'no password'}`);
          },
        },
      ],
    ]),
    maxBytes: 2000,
    onRefused: (target) => refused.push(target),
  });
  const { username, password: secret } = proxy.access;
  password = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
});
afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(target: string, authorization: string | null = password): Promise<Answer> {
  const { hostname, port } = new URL(proxy.access.server);
  return new Promise((resolve, reject) => {
    const headers = authorization === null ? {} : { 'proxy-authorization': authorization };
    requestOf({ hostname, port, path: target, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** The first line of what the proxy answers to a request for a tunnel. */
function tunnel(target: string, authorization = password): Promise<string> {
  const { hostname, port } = new URL(proxy.access.server);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
      );
    });
    socket.on('error', reject);
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).split('\r\n')[0] ?? '');
    });
  });
}

it('answers nobody but its own browser', async () => {
  for (const authorization of [null, '', 'Basic d29ybGQ6', `${password}x`]) {
    expect((await ask('http://site.test/', authorization)).status).toBe(407);
  }
});

it('answers for sites, and forwards to allowed origins without its own password', async () => {
  expect(await ask('http://site.test/a?b=1')).toMatchObject({ status: 200, text: 'site /a?b=1 no password' });
  expect(await ask('http://site.test/throws')).toMatchObject({ status: 500, text: 'Error: the site failed' });
  expect(await ask('http://site.test/favicon.ico')).toMatchObject({ status: 404 });
  const answer = await ask(`${origin}/path?query`);
  expect(answer).toMatchObject({ status: 200, text: 'GET /path?query no password' });
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

unless(process.platform === 'linux' ? null : 'only on Linux is all of 127.0.0.0/8 this machine').it(
  'forwards to the address of the origin',
  async () => {
    const other = createServer((_, response) => response.end('the other'));
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.2', resolve);
    });
    const address = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
    const first = proxy;
    proxy = await OriginProxy.open({
      origins: [address],
      sites: new Map(),
      maxBytes: 2000,
      onRefused: (target) => refused.push(target),
    });
    const { username, password: secret } = proxy.access;
    const given = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
    expect(await ask(address, given)).toMatchObject({ status: 200, text: 'the other' });
    await proxy.close();
    proxy = first;
    other.closeAllConnections();
    await new Promise((resolve) => {
      other.close(resolve);
    });
  },
);

it.each([
  '/',
  'http://site.test:81/',
  'https://site.test/',
  'http://site.test.elsewhere.test/',
  'http://localhost:1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
])('refuses %s', async (target) => {
  expect((await ask(target)).status).toBe(403);
  expect(refused.at(-1)).toBe(target);
});

it('opens tunnels for its own browser alone, to allowed hosts and ports', async () => {
  const { host, port } = new URL(origin);
  expect(await tunnel(host)).toBe('HTTP/1.1 200 Connection established');
  for (const wrong of ['', 'Basic d29ybGQ6', `${password}x`]) {
    expect(await tunnel(host, wrong)).toBe('HTTP/1.1 407 Proxy Authentication Required');
  }
  for (const target of ['site.test:80', `localhost:${port}`, '127.0.0.1:1', `127.0.0.1:${port}:1`, '']) {
    expect(await tunnel(target), target).toBe('HTTP/1.1 403 Forbidden');
  }
});

it('ends all connections when the world has loaded as much as it may', async () => {
  await expect(ask(`${origin}/large`)).rejects.toThrow();
  expect((await ask(`${origin}/`)).status).toBe(403);
  expect((await ask('http://site.test/')).status).toBe(200);
});
