import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import type { RestRequest } from '../rest-request.js';
import { startRawServer } from './raw-server.fixture.js';
import { RestClient, secretsOf } from './rest-client.js';
import { checkedBaseUrl, serverOfDocument } from './rest-server.js';

const request = (more: Partial<RestRequest> = {}): RestRequest => ({
  method: 'GET',
  path: '/x',
  query: [],
  headers: new Map(),
  cookies: [],
  body: undefined,
  ...more,
});

async function answered(
  contentType: string | null,
  body: string | Buffer,
  secrets: readonly string[] = [],
): Promise<Json | undefined> {
  await using server = await startRawServer((_request, response) => {
    if (contentType !== null) response.setHeader('content-type', contentType);
    response.writeHead(200).end(body);
  });
  const client = new RestClient({
    baseUrl: new URL(server.baseUrl),
    timeoutSeconds: 60,
    maxBytes: 1_000,
    secrets,
  });
  return (await client.send(request(), undefined)).body;
}

describe('the body of an answer', () => {
  const bytes = Buffer.from('{"a":1}');
  const hashed = { bytes: createHash('sha256').update(bytes).digest('hex'), size: 7 };

  it.each<[string | null, Json | undefined]>([
    ['application/json', { a: 1 }],
    ['application/vnd.own+json; charset=utf-8', { a: 1 }],
    [null, { a: 1 }],
    ['text/plain', '{"a":1}'],
    ['application/xml', '{"a":1}'],
    ['image/svg+xml', '{"a":1}'],
    ['application/yaml', '{"a":1}'],
    ['application/x-ndjson', '{"a":1}'],
    ['application/x-www-form-urlencoded', '{"a":1}'],
    ['application/javascript', '{"a":1}'],
    ['application/octet-stream', hashed],
    ['image/png', hashed],
  ])('of %s is %j', async (type, body) => expect(await answered(type, bytes)).toEqual(body));

  it('is nothing, text without a type, or bad', async () => {
    expect(await answered('application/json', '')).toBeUndefined();
    expect(await answered(null, 'words')).toBe('words');
    await expect(answered('application/json', '{')).rejects.toThrow();
  });

  it('repeats no secret', async () => {
    const secrets = secretsOf(['Bearer s3cret-"token', 'json']);
    expect(await answered('text/plain', 'a s3cret-"token, json', secrets)).toBe('a [redacted], json');
    expect(await answered('application/json', '{"a":"Bearer s3cret-\\"token"}', secrets)).toEqual({
      a: '[redacted]',
    });
  });
});

it('secrets are whole values and their words of eight characters and more, as they are written', () => {
  expect(secretsOf(['short 7654321', 'a/bcdefg', '12345678'])).toEqual([
    'short%207654321',
    'short 7654321',
    'a%2Fbcdefg',
    'a/bcdefg',
    '12345678',
  ]);
});

describe('a request', () => {
  it('goes below its address, with query, headers and cookies', async () => {
    await using server = await startRawServer((_request, response) => response.writeHead(204).end());
    const send = async (base: string, more: Partial<RestRequest>) => {
      const baseUrl = new URL(`${server.baseUrl}${base}`);
      await new RestClient({ baseUrl, timeoutSeconds: 60, maxBytes: 1_000, secrets: [] }).send(
        request(more),
        undefined,
      );
      return server.seen.at(-1);
    };
    for (const base of ['/api', '/api/', '/api//', '/api?', '/api/#'])
      expect((await send(base, {}))?.url).toBe('/api/x');
    const seen = await send('', {
      method: 'POST',
      query: [
        ['a', 'b&c'],
        ['a', ''],
      ],
      headers: new Map([['x-own', 'é']]),
      cookies: [
        ['a b', 'c;d'],
        ['e', 'f'],
      ],
      body: { value: { a: [1] }, encoding: 'json', mediaType: 'application/json' },
    });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/x?a=b%26c&a=',
      body: '{"a":[1]}',
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        'content-type': 'application/json',
        cookie: 'a%20b=c%3Bd; e=f',
        'x-own': 'é',
      },
    });
    expect((await send('', {}))?.headers).not.toHaveProperty('content-type');
    expect((await send('', {}))?.headers).not.toHaveProperty('cookie');
  });

  it('goes nowhere else', async () => {
    const client = new RestClient({
      baseUrl: new URL('http://127.0.0.1:9/api'),
      timeoutSeconds: 1,
      maxBytes: 1,
      secrets: [],
    });
    for (const path of ['/../x', '/../../x'])
      await expect(client.send(request({ path }), undefined)).rejects.toThrow(
        'the request would leave the address that was given',
      );
  });
});

describe('the address of a server', () => {
  it.each([
    ['ftp://a', 'baseUrl is an http or https address; got "ftp://a".'],
    ['a', 'got "a".'],
    ['http://me@a', 'baseUrl holds a name or password'],
    ['http://:secret@a', 'baseUrl holds a name or password'],
    ['http://a?b', 'baseUrl has a query or a fragment'],
    ['http://a#b', 'baseUrl has a query or a fragment'],
  ])('is not %s', (url, problem) => expect(() => checkedBaseUrl(url)).toThrow(problem));

  it('is that of the document, below where the document was found, its variables filled in', () => {
    const address = new URL('https://docs.example/v1/openapi.json');
    const found = (server: unknown, from: URL | null = null) =>
      serverOfDocument({ servers: [server] } as never, from)?.href;
    expect(found({ url: 'http://a/b' })).toBe('http://a/b');
    expect(found({ url: 'http://a/b' }, address)).toBe('http://a/b');
    expect(found({ url: '/api' }, address)).toBe('https://docs.example/api');
    expect(found({ url: '../api' }, address)).toBe('https://docs.example/api');
    expect(found({ url: '/api' })).toBeUndefined();
    const variables = { host: { default: 'b.example' }, port: { default: 80 }, none: null };
    expect(found({ url: 'http://{host}/{port}/{none}/{other}', variables })).toBe(
      'http://b.example/%7Bport%7D/%7Bnone%7D/%7Bother%7D',
    );
    for (const none of [null, 'http://a', {}, { url: 7 }]) expect(found(none)).toBeUndefined();
    expect(serverOfDocument({}, address)).toBeNull();
    expect(() => found({ url: 'http://me@a' })).toThrow('baseUrl holds a name');
  });
});
