import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../core/index.js';
import { sharedEngine } from '../../sandbox/index.js';
import { defineEnvironment } from '../define-environment.js';
import { createRestEnvironment } from '../rest/rest-environment.js';
import { shopSpec } from '../rest/shop-spec.js';
import { shopContent } from '../shop.fixture.js';
import { createSqlEnvironment } from '../sql/sql-environment.js';
import { openEnvironment } from './environment-registry.js';
import type { EnvironmentType } from './environment-type.js';

const content = JSON.parse(JSON.stringify(shopContent));

describe('openEnvironment', () => {
  it('makes the built-in kinds from plain data, equal to those made by their functions', async () => {
    await using sql = await openEnvironment({ type: 'sql', content, writable: false });
    await using same = await createSqlEnvironment({ content: shopContent, writable: false });
    expect(sql.fingerprint).toBe(same.fingerprint);
    await using rest = await openEnvironment({
      type: 'rest',
      spec: shopSpec,
      mock: { counts: { users: 2 } },
    });
    await using equal = await createRestEnvironment({ spec: shopSpec, mock: { counts: { users: 2 } } });
    expect(rest.fingerprint).toBe(equal.fingerprint);
    await using whole = await openEnvironment({
      type: 'composite',
      environments: [
        { type: 'sql', content },
        { type: 'files', files: { 'a.txt': 'x' }, prefix: 'disk' },
      ],
    });
    await using world = await whole.open({ seed: 0 });
    expect((await world.call('disk_read_file', { path: 'a.txt' })).observation.status).toBe('ok');
  });

  it('makes REST worlds, and checks the options of Python worlds', async () => {
    const spec = {
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/fruits': { get: { operationId: 'list_fruits', responses: { 200: { description: 'all' } } } },
      },
    };
    await using rest = await openEnvironment({ type: 'rest', spec, mock: true });
    expect(rest.tools.map((tool) => tool.name)).toEqual(['list_fruits']);
    await expect(openEnvironment({ type: 'python', deterministic: true })).rejects.toThrow(
      /options\.deterministic/,
    );
  });

  it('makes Python and MCP worlds, and refuses options of theirs that make no sense', async () => {
    const open = (config: object) => openEnvironment(config as { type: string });
    const engine = (await sharedEngine('monty').probe()).available ? 'monty' : 'auto';
    await using python = await open({ type: 'python', engine, files: { 'a.txt': 'x' } });
    expect(python.tools.map(({ name }) => name)).toEqual(['python']);
    for (const [config, message] of [
      [{ type: 'python', engine: 'pypy' }, /there is no engine "pypy"/],
      [{ type: 'python', deterministic: true }, /deterministic/],
      [{ type: 'docker', program: '/nowhere/podman' }, /\/nowhere\/podman/],
      [{ type: 'mcp' }, /server/],
      [{ type: 'mcp', server: { command: 'a', url: 'b' } }, /server/],
      [{ type: 'mcp', server: { command: '/nowhere/server' } }, /cannot be reached/],
    ] as const) {
      await expect(open(config)).rejects.toThrow(message);
    }
  });

  it('refuses kinds and options that there are not, and names those there are', async () => {
    const open = (config: unknown) => openEnvironment(config as { type: string });
    await expect(open({ type: 'sqll' })).rejects.toThrow(/did you mean sql\? There are: .*files, .*sql/);
    await expect(open({ type: 'constructor' })).rejects.toMatchObject({
      code: 'environments/unknown_environment',
    });
    for (const wrong of [null, [], 'sql', {}, { type: 1 }]) {
      await expect(open(wrong)).rejects.toThrow(/an object whose type is one of .*sql/);
    }
    await expect(open({ type: 'sql', content, writeable: true })).rejects.toThrow(
      /writeable.*It takes .*writable/,
    );
    await expect(open({ type: 'mcp', server: { address: 'x' } })).rejects.toThrow(/options\.server/);
    await expect(open({ type: 'sql' })).rejects.toMatchObject({ code: 'core/invalid_option' });
    await expect(open({ type: 'sql', content: { tables: [{ name: 't' }] } })).rejects.toThrow(
      /options\.content\.tables/,
    );
    await expect(
      open({ type: 'composite', environments: [{ type: 'files' }, { type: 'nothing' }] }),
    ).rejects.toThrow(/no environment of type "nothing"/);
  });

  it('makes kinds of the user, checked by their schema, also as parts of others', async () => {
    const counting: EnvironmentType = {
      options: {
        type: 'object',
        properties: { from: { type: 'integer' } },
        additionalProperties: false,
      },
      create: (given) =>
        defineEnvironment({
          name: 'counting',
          version: 1,
          tools: [],
          identity: isJsonObject(given) ? given : null,
          begin: () => Promise.reject(new Error('no world')),
        }),
    };
    const options = { types: { counting } };
    expect((await openEnvironment({ type: 'counting', from: 3 }, options)).name).toBe('counting');
    await expect(openEnvironment({ type: 'counting', from: 'x' }, options)).rejects.toThrow(/options\.from/);
    const whole = { type: 'composite', environments: [{ type: 'counting', from: 1 }] };
    expect((await openEnvironment(whole, options)).name).toBe('composite');
    await expect(openEnvironment({ type: 'counting', from: 3 })).rejects.toThrow(/no environment of type/);
    await expect(openEnvironment({ type: 'countin' }, options)).rejects.toThrow(/did you mean counting/);
    for (const name of ['sql', 'Not Snake']) {
      await expect(
        openEnvironment({ type: 'sql', content }, { types: { [name]: counting } }),
      ).rejects.toThrow(expect.objectContaining({ code: 'environments/invalid_definition' }));
    }
  });
});
