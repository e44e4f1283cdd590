import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../../../testing/unless.fixture.js';
import { findMontyBinary } from '../find-binary.js';
import { type InstalledMonty, installMonty } from './install-monty.js';
import { type MadeWheel, makeWheel, serve } from './wheel.fixture.js';

const skipped = process.platform === 'win32' ? 'the made binary is a shell script' : '';

unless(skipped).describe('installMonty', () => {
  let home = '';
  const servers: Server[] = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mettle-install-'));
  });
  afterEach(async () => {
    rmSync(home, { recursive: true, force: true });
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  });

  async function origin(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const local = await serve(answer);
    servers.push(local.server);
    return local.origin;
  }

  /** An index with one file; paths that were asked for are noted. */
  async function indexWith(wheel: MadeWheel, asked: string[] = []): Promise<string> {
    const address = await origin((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
      if (request.url === '/simple/pydantic-monty-runtime/') {
        response.setHeader('content-type', 'text/html');
        response.end(
          `<a href="../../files/other.whl">other</a>\n<a data-x="1" href="../../files/${wheel.fileName}#sha256=00">it</a>`,
        );
      } else if (request.url === `/files/${wheel.fileName}`) response.end(wheel.content);
      else {
        response.statusCode = 404;
        response.end();
      }
    });
    return `${address}/simple`;
  }

  function install(index: string, wheel: MadeWheel, more = {}): Promise<InstalledMonty> {
    const environment = { PIP_INDEX_URL: index, XDG_CACHE_HOME: join(home, 'cache'), ...more };
    return installMonty({ host: { environment, home, platform: 'linux' }, wheel });
  }

  const folder = (): string => join(home, 'cache', 'mettle', 'monty');

  it('fetches, checks, unpacks and moves into place, once', async () => {
    const wheel = makeWheel();
    const asked: string[] = [];
    const index = await indexWith(wheel, asked);
    const installed = await install(index, wheel);
    expect(installed).toMatchObject({ path: join(folder(), '1.4.0', 'monty'), version: '1.4.0' });
    expect(installed.source).toBe(index.replace('/simple', `/files/${wheel.fileName}`));
    expect(statSync(installed.path).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(folder(), '1.4.0')).sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'install.json',
      'monty',
      'sbom.cyclonedx.json',
    ]);
    expect(readFileSync(join(folder(), '1.4.0', 'LICENSE'), 'utf8')).toContain('MIT License');
    expect(readdirSync(folder())).toEqual(['1.4.0']);
    const environment = { PATH: '', XDG_CACHE_HOME: join(home, 'cache') };
    expect(await findMontyBinary(null, { environment, home, platform: 'linux' })).toBe(installed.path);
    expect(await install(index, wheel)).toEqual(installed);
    expect(asked).toHaveLength(2);
  });

  it('replaces an installation that is broken', async () => {
    const wheel = makeWheel();
    const index = await indexWith(wheel);
    const { path } = await install(index, wheel);
    writeFileSync(path, 'broken');
    expect((await install(index, wheel)).path).toBe(path);
    expect(readFileSync(path, 'utf8')).toContain('monty-runtime');
  });

  it('sends user name and password to the index, and shows them nowhere', async () => {
    const wheel = makeWheel();
    const asked: string[] = [];
    const index = await indexWith(wheel, asked);
    const { source } = await install(index.replace('//', '//me:s%40crt@'), wheel);
    const basic = `Basic ${Buffer.from('me:s@crt').toString('base64')}`;
    expect(asked.map((line) => line.split(' ').slice(1).join(' '))).toEqual([basic, basic]);
    expect(source).not.toContain('crt');
  });

  it('takes the files of another server from a JSON index, without the password', async () => {
    const wheel = makeWheel();
    const asked: string[] = [];
    const files = await indexWith(wheel, asked);
    const url = files.replace('/simple', `/files/${wheel.fileName}`);
    const index = await origin((_, response) => {
      response.setHeader('content-type', 'application/vnd.pypi.simple.v1+json');
      response.end(JSON.stringify({ files: [{ filename: 'x' }, { url }] }));
    });
    expect((await install(index.replace('//', '//me:secret@'), wheel)).source).toBe(url);
    expect(asked).toEqual([`/files/${wheel.fileName}`]);
  });

  it('follows redirects within this machine, and none to plain http elsewhere', async () => {
    const wheel = makeWheel();
    const target = await indexWith(wheel);
    const moved = await origin((request, response) => {
      response.writeHead(302, { location: `${target.replace('/simple', '')}${request.url}` }).end();
    });
    expect((await install(`${moved}/simple/`, wheel)).version).toBe('1.4.0');
    rmSync(folder(), { recursive: true });
    for (const location of ['http://203.0.113.5/simple/', 'file:///etc/passwd']) {
      const away = await origin((_, response) => response.writeHead(301, { location }).end());
      await expect(install(away, wheel)).rejects.toMatchObject({
        code: 'sandbox/install_failed',
        message: expect.stringContaining('is not https'),
      });
    }
    const circle = await origin((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(install(circle, wheel)).rejects.toThrow('more than 5 times');
  });

  it.each<[string, MadeWheel, string]>([
    ['another hash', { ...makeWheel(), sha256: '0'.repeat(64) }, 'its sha256 is'],
    ['more bytes than it should have', { ...makeWheel(), bytes: 10 }, 'larger than 10 bytes'],
    [
      'a record that names another binary',
      makeWheel({ wrongRecord: true }),
      'not the one that the wheel records',
    ],
    ['no binary', makeWheel({ noBinary: true }), 'lacks the binary'],
    ['the binary of Windows', makeWheel({ binary: 'monty.exe' }), 'lacks the binary'],
    ['another version', makeWheel({ version: '1.3.0' }), 'does not run on this machine'],
  ])('refuses a wheel with %s, and leaves nothing', async (_, wheel, message) => {
    await expect(install(await indexWith(wheel), wheel)).rejects.toMatchObject({
      code: 'sandbox/install_failed',
      message: expect.stringContaining(message),
    });
    expect(existsSync(folder()) ? readdirSync(folder()) : []).toEqual([]);
  });

  it('says what to do where the index lacks the file, answers with an error, or is not there', async () => {
    const wheel = makeWheel();
    const empty = await origin((_, response) => response.end('<html></html>'));
    const failing = await origin((_, response) => {
      response.statusCode = 503;
      response.end();
    });
    const gone = await serve(() => {});
    await new Promise((resolve) => gone.server.close(resolve));
    for (const index of [empty, failing, gone.origin]) {
      await expect(install(index, wheel)).rejects.toMatchObject({
        code: 'sandbox/install_failed',
        message: expect.stringMatching(/PIP_INDEX_URL.*METTLE_MONTY_BIN/),
      });
    }
    await expect(install('not an address', wheel)).rejects.toMatchObject({ code: 'sandbox/install_failed' });
  });
});
