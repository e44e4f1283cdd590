import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUTHORITY, SERVER_CERTIFICATE } from './authority.fixture.js';
import { type NetworkSettings, networkSettings } from './network-settings.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mettle-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function settings(environment: Readonly<Record<string, string>>): NetworkSettings {
  // What this machine itself sets is no part of a test.
  const none = { PIP_CONFIG_FILE: '/dev/null', NPM_CONFIG_USERCONFIG: '/nothing/here' };
  return networkSettings({ environment: { ...none, ...environment }, home, platform: 'linux' });
}

function file(name: string, text: string): string {
  const path = join(home, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('proxyFor', () => {
  const proxyOf = (environment: Readonly<Record<string, string>>, url = 'https://index.test/simple/') =>
    settings(environment).proxyFor(new URL(url))?.href ?? null;

  it.each<[Readonly<Record<string, string>>, string | null]>([
    [{}, null],
    [{ HTTPS_PROXY: 'http://a.test:1' }, 'http://a.test:1/'],
    [{ https_proxy: 'a.test:1' }, 'http://a.test:1/'],
    [{ HTTP_PROXY: 'http://a.test:1' }, null],
    [{ ALL_PROXY: 'http://b.test:2', HTTP_PROXY: 'http://a.test:1' }, 'http://b.test:2/'],
    [{ PIP_PROXY: 'http://p.test:3', HTTPS_PROXY: 'http://a.test:1' }, 'http://p.test:3/'],
    [{ npm_config_https_proxy: 'http://n.test:4' }, 'http://n.test:4/'],
    [{ npm_config_proxy: 'http://n.test:4' }, 'http://n.test:4/'],
    [{ npm_config_https_proxy: 'http://n.test:4', HTTPS_PROXY: 'http://a.test:1' }, 'http://a.test:1/'],
    [{ HTTPS_PROXY: 'http://a.test:1', NO_PROXY: 'other.test, .test' }, null],
    [{ HTTPS_PROXY: 'http://a.test:1', no_proxy: 'index.test:443' }, null],
    [{ HTTPS_PROXY: 'http://a.test:1', npm_config_noproxy: 'index.test' }, null],
    [{ HTTPS_PROXY: 'http://a.test:1', NO_PROXY: '*' }, null],
    [{ HTTPS_PROXY: 'http://a.test:1', NO_PROXY: 'dex.test,index.test:80,index' }, 'http://a.test:1/'],
  ])('%j: %s', (environment, proxy) => {
    expect(proxyOf(environment)).toBe(proxy);
  });

  it('is that of HTTP_PROXY for plain http', () => {
    const environment = { HTTP_PROXY: 'http://a.test:1', HTTPS_PROXY: 'http://b.test:2' };
    expect(proxyOf(environment, 'http://index.test/')).toBe('http://a.test:1/');
  });

  it("is that of npm's and of pip's files", () => {
    const npm = file('npmrc', '; npm\nhttps-proxy = "http://$' + '{WHO}@n.test:4"\n');
    expect(proxyOf({ NPM_CONFIG_USERCONFIG: npm, WHO: 'me' })).toBe('http://me@n.test:4/');
    const pip = file('pip.conf', '[global]\nproxy = http://g.test:5\n[install]\nproxy: http://i.test:6\n');
    expect(proxyOf({ PIP_CONFIG_FILE: pip, HTTPS_PROXY: 'http://a.test:1' })).toBe('http://i.test:6/');
  });
});

describe('authorities', () => {
  it("are Node's own where nothing names more", () => {
    expect(settings({}).authorities).toBeNull();
  });

  it("are those of every file that Node, npm, pip or OpenSSL is told of, beside Node's", () => {
    const one = file('one.pem', `a comment${AUTHORITY}`);
    const two = file('two.pem', SERVER_CERTIFICATE);
    const added = (environment: Readonly<Record<string, string>>) =>
      settings(environment).authorities?.slice(rootCertificates.length);
    for (const name of [
      'NODE_EXTRA_CA_CERTS',
      'PIP_CERT',
      'REQUESTS_CA_BUNDLE',
      'SSL_CERT_FILE',
      'npm_config_cafile',
    ])
      expect(added({ [name]: one })).toEqual([AUTHORITY.trim()]);
    expect(added({ PIP_CONFIG_FILE: file('pip.conf', `[global]\ncert = ${one}\n`) })).toHaveLength(1);
    expect(added({ NPM_CONFIG_USERCONFIG: file('.npmrc', `cafile=${one}\n`), PIP_CERT: two })).toHaveLength(
      2,
    );
    expect(added({ PIP_CERT: one, SSL_CERT_FILE: one })).toHaveLength(1);
  });

  it("leave out what can't be read, and say so", () => {
    const empty = file('empty.pem', 'nothing');
    const { authorities, notes } = settings({ PIP_CERT: '/nothing/here', npm_config_cafile: empty });
    expect(authorities).toBeNull();
    expect(notes).toEqual([
      "PIP_CERT names /nothing/here, which can't be read as a file",
      `npm's cafile names ${empty}, which holds no certificate in PEM`,
    ]);
  });
});

it("reads the index of pip's configuration", () => {
  const pip = file('.config/pip/pip.conf', '[global]\nindex-url = https://e.test/simple\n');
  expect(networkSettings({ environment: {}, home, platform: 'linux' }).index).toBe('https://e.test/simple');
  expect(settings({ PIP_CONFIG_FILE: pip }).index).toBe('https://e.test/simple');
  expect(settings({}).index).toBeNull();
});
