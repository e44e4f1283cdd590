import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import type { World } from '../../environment.js';
import { createRestEnvironment } from '../rest-environment.js';
import type { RestEnvironmentOptions } from '../rest-options.js';
import { answerJson, type RawServer, startRawServer } from './raw-server.fixture.js';

const spec: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'files', version: '1' },
  paths: {
    '/files/{name}': {
      get: {
        operationId: 'read',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'X-Label', in: 'header', schema: { type: 'string' } },
          { name: 'Host', in: 'header', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
          { name: 'x-api-key', in: 'header', schema: { type: 'string' } },
        ],
      },
      post: {
        operationId: 'write',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
};

async function inWorld(
  answer: Parameters<typeof startRawServer>[0],
  use: (world: World, server: RawServer) => Promise<void>,
  options: Partial<RestEnvironmentOptions> = {},
): Promise<void> {
  await using server = await startRawServer(answer);
  const environment = await createRestEnvironment({ spec, baseUrl: `${server.baseUrl}/base`, ...options });
  await using world = await environment.open({ seed: 0 });
  await use(world, server);
}

const fine = (_: unknown, response: ServerResponse): void => answerJson(response, 200, {});

async function errorOf(world: World, tool: string, values: JsonObject): Promise<string | undefined> {
  return (await world.call(tool, values)).observation.error?.type;
}

describe('a world on a REST server under attack', () => {
  it('keeps every request below the given address, whatever a path parameter holds', async () => {
    await inWorld(fine, async (world, server) => {
      for (const name of ['.', '..', ''])
        expect(await errorOf(world, 'read', { name })).toBe('invalid_arguments');
      expect(server.seen).toEqual([]);
      const names = [
        '../admin',
        '//host/x',
        '..%2fadmin',
        '%2e%2e',
        '\\\\host',
        'a?b=c',
        'a#b',
        '@host',
        'x\r\nHost: y',
        '\ud800',
        ';a=b',
        ':80',
        '{name}',
      ];
      for (const name of names) expect(await errorOf(world, 'read', { name })).toBeUndefined();
      expect(server.seen).toHaveLength(names.length);
      for (const { url, headers } of server.seen) {
        expect(url).toMatch(/^\/base\/files\/[^/?#\\]+$/);
        expect(`http://${headers.host}`).toBe(server.baseUrl);
      }
    });
  });

  it('sends no second header, and none that belongs to the connection or to the user', async () => {
    await inWorld(
      fine,
      async (world, server) => {
        expect(await errorOf(world, 'read', { name: 'a', x_label: 'b\r\nX-Admin: 1' })).toBe(
          'invalid_arguments',
        );
        expect(await errorOf(world, 'read', { name: 'a', x_label: 'b\u0000' })).toBe('invalid_arguments');
        for (const name of ['host', 'authorization', 'x_api_key']) {
          expect(await errorOf(world, 'read', { name: 'a', [name]: 'evil' })).toBe('invalid_arguments');
        }
        expect(server.seen).toEqual([]);
        expect(await errorOf(world, 'read', { name: 'a', x_label: 'caf\u00e9' })).toBeUndefined();
        expect(server.seen[0]?.headers).toMatchObject({ 'x-api-key': 'the-users-own-key' });
      },
      { headers: { 'X-Api-Key': 'the-users-own-key' } },
    );
  });

  it('follows redirects within its origin alone', async () => {
    await using elsewhere = await startRawServer(fine);
    const targets: Readonly<Record<string, string>> = {
      away: elsewhere.baseUrl,
      slashes: `${elsewhere.baseUrl.slice('http:'.length)}/x`,
      file: 'file:///etc/passwd',
      loop: '/base/files/loop',
      near: '/base/files/end',
    };
    await inWorld(
      ({ url }, response) => {
        const target = targets[url.slice('/base/files/'.length)];
        if (target === undefined) answerJson(response, 200, { url });
        else response.writeHead(307, { location: target }).end();
      },
      async (world) => {
        for (const name of ['away', 'slashes', 'file', 'loop']) {
          expect(await errorOf(world, 'read', { name })).toBe('redirect_refused');
        }
        expect((await world.call('read', { name: 'near' })).observation.data).toMatchObject({
          body: { url: '/base/files/end' },
        });
      },
      { headers: { authorization: 'Bearer not-for-strangers' } },
    );
    expect(elsewhere.seen).toEqual([]);
  });

  it('puts secrets into no answer, fact or identity', async () => {
    const secret = 'tok_"5f0c/3b2a9d';
    await inWorld(
      ({ headers }, response) =>
        answerJson(response, 200, { echo: headers, again: `(${secret})`, coded: encodeURIComponent(secret) }),
      async (world) => {
        const result = await world.call('write', { name: 'a', body: {} });
        expect(JSON.stringify([result, [...world.state()]])).not.toMatch(/5f0c|3b2a9d/);
        expect(result.observation.content).toContain('[redacted]');
      },
      { headers: { Authorization: `Bearer ${secret}` } },
    );
    const address = { spec, baseUrl: 'http://127.0.0.1:9' };
    const one = await createRestEnvironment({ ...address, headers: { authorization: 'Bearer one-of-them' } });
    const other = await createRestEnvironment({ ...address, headers: { authorization: 'Bearer other-one' } });
    expect(one.fingerprint).toBe(other.fingerprint);
    await expect(createRestEnvironment({ spec, baseUrl: 'http://user:pass@127.0.0.1:9' })).rejects.toThrow(
      'baseUrl holds a name or password',
    );
  });

  it('takes garbage, bombs and floods as errors', async () => {
    const bodies: Readonly<Record<string, string>> = {
      garbage: '{"a": ',
      proto: '{"__proto__": {"polluted": true}}',
      deep: '['.repeat(100_000),
      flood: `"${'x'.repeat(300_000)}"`,
    };
    await inWorld(
      ({ url }, response) => {
        const name = url.slice('/base/files/'.length);
        response.writeHead(200, { 'content-type': name === 'bytes' ? 'image/png' : 'application/json' });
        response.end(bodies[name] ?? Buffer.from([1, 2, 3]));
      },
      async (world) => {
        for (const name of ['garbage', 'proto', 'deep'])
          expect(await errorOf(world, 'read', { name })).toBe('bad_answer');
        expect(await errorOf(world, 'read', { name: 'flood' })).toBe('too_large');
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
        const { data } = (await world.call('read', { name: 'bytes' })).observation;
        expect(data).toMatchObject({ body: { size: 3 } });
      },
      { maxBytes: 200_000 },
    );
  });

  it('waits no longer than its time limit, and ends at once with its signal', async () => {
    let arrived: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await inWorld(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        arrived();
      },
      async (world) => {
        expect(await errorOf(world, 'read', { name: 'a' })).toBe('timeout');
      },
      { timeoutSeconds: 0.05 },
    );
    await inWorld(
      () => arrived(),
      async (world) => {
        const controller = new AbortController();
        const call = world.call('read', { name: 'a' }, { signal: controller.signal });
        await waiting;
        controller.abort(new Error('enough'));
        await expect(call).rejects.toThrow('enough');
      },
    );
  });

  it('is broken once its server is gone, and works again after a reset', async () => {
    let refuse = false;
    await inWorld(
      (_, response) => {
        if (refuse) response.destroy();
        else answerJson(response, 200, {});
      },
      async (world) => {
        refuse = true;
        await expect(world.call('read', { name: 'a' })).rejects.toMatchObject({
          code: 'environments/world_broken',
        });
        refuse = false;
        await expect(world.call('read', { name: 'a' })).rejects.toMatchObject({
          code: 'environments/world_broken',
        });
        await world.reset(0);
        expect(await errorOf(world, 'read', { name: 'a' })).toBeUndefined();
      },
    );
  });
});
