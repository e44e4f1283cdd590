import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../../../testing/unless.fixture.js';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from './authority.fixture.js';
import { installMonty } from './install-monty.js';
import { makeWheel } from './wheel.fixture.js';

const wheel = makeWheel();
const skipped = process.platform === 'win32' ? 'the made binary is a shell script' : '';

unless(skipped).describe(`installMonty in a company's network`, () => {
  let home = '';
  let cafile = '';
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mettle-company-'));
    cafile = join(home, 'company.pem');
    writeFileSync(cafile, AUTHORITY);
  });
  afterEach(async () => {
    rmSync(home, { recursive: true, force: true });
    for (const server of servers.splice(0)) {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  /** The port of an index over https, which the company's authority vouches for. */
  function companyIndex(): Promise<number> {
    const server = createTlsServer({ cert: SERVER_CERTIFICATE, key: SERVER_KEY }, (request, response) => {
      if (request.url === `/files/${wheel.fileName}`) response.end(wheel.content);
      else response.end(`<a href="/files/${wheel.fileName}">it</a>`);
    });
    return listen(server);
  }

  /** The port of a proxy that wants `me:s@crt` and relays to one port of this machine, whatever the host is called. */
  function companyProxy(target: number, asked: string[]): Promise<number> {
    const server = createServer((_, response) => response.writeHead(405).end());
    server.on('connect', (request: IncomingMessage, client: Socket) => {
      asked.push(`CONNECT ${request.url}`);
      const basic = `Basic ${Buffer.from('me:s@crt').toString('base64')}`;
      if (request.headers['proxy-authorization'] !== basic) {
        client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const upstream = connect(target, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        one.on('error', () => {}).on('close', () => other.end());
    });
    return listen(server);
  }

  function install(environment: Readonly<Record<string, string>>) {
    const none = { PIP_CONFIG_FILE: '/dev/null', NPM_CONFIG_USERCONFIG: '/nothing/here' };
    const whole = { ...none, XDG_CACHE_HOME: join(home, 'cache'), ...environment };
    return installMonty({ host: { environment: whole, home, platform: 'linux' }, wheel });
  }

  it.each(['npm_config_cafile', 'PIP_CERT', 'SSL_CERT_FILE'])(
    'trusts the authority that %s names',
    async (name) => {
      const index = `https://127.0.0.1:${await companyIndex()}/simple`;
      expect(await install({ PIP_INDEX_URL: index, [name]: cafile })).toMatchObject({ version: '1.4.0' });
    },
  );

  it('trusts no other, and names NODE_EXTRA_CA_CERTS', async () => {
    const index = `https://127.0.0.1:${await companyIndex()}/simple`;
    await expect(install({ PIP_INDEX_URL: index })).rejects.toMatchObject({
      code: 'sandbox/install_failed',
      message: expect.stringMatching(/NODE_EXTRA_CA_CERTS, npm's cafile or pip's cert/),
    });
  });

  it.each(['https_proxy', 'ALL_PROXY', 'npm_config_https_proxy', 'PIP_PROXY'])(
    'goes through the proxy that %s names, end to end encrypted',
    async (name) => {
      const asked: string[] = [];
      const port = await companyProxy(await companyIndex(), asked);
      const environment = { PIP_INDEX_URL: 'https://index.test/simple', npm_config_cafile: cafile };
      const installed = await install({ ...environment, [name]: `http://me:s%40crt@127.0.0.1:${port}` });
      expect(installed.source).toBe(`https://index.test/files/${wheel.fileName}`);
      expect(asked).toEqual(['CONNECT index.test:443', 'CONNECT index.test:443']);
    },
  );

  it('says which proxy refuses, without its password', async () => {
    const port = await companyProxy(1, []);
    const environment = { PIP_INDEX_URL: 'https://index.test/simple' };
    await expect(
      install({ ...environment, https_proxy: `http://me:wrong@127.0.0.1:${port}` }),
    ).rejects.toThrow(`the proxy http://127.0.0.1:${port}: it answers 407`);
    await expect(install({ ...environment, https_proxy: 'socks5://127.0.0.1:1' })).rejects.toThrow(
      'the proxy socks5://127.0.0.1:1: socks5 is a kind of proxy that is not supported here',
    );
  });

  it('asks a proxy for the whole address of plain http', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.endsWith('.whl')) response.end(wheel.content);
      else response.end(`<a href="${wheel.fileName}">it</a>`);
    });
    const http_proxy = `http://127.0.0.1:${await listen(proxy)}`;
    await install({ PIP_INDEX_URL: 'http://localhost:1/simple', http_proxy });
    expect(asked[0]).toBe('http://localhost:1/simple/pydantic-monty-runtime/');
    expect(asked).toHaveLength(2);
  });
});
