import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { readOperations } from './read-operations.js';
import { readSpec } from './read-spec.js';
import { answerJson, startRawServer } from './server/raw-server.fixture.js';

const head = { openapi: '3.1.0', info: { title: 'x', version: '1' } };
const refused = {
  code: 'environments/invalid_openapi',
  message: expect.not.stringContaining('\n') as string,
};

function withSchema(schema: JsonObject, components: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema } };
  return {
    ...head,
    paths: { '/x': { post: { requestBody: { content } } } },
    components: { schemas: components },
  };
}

describe('an OpenAPI document made to do harm', () => {
  it.each([
    ['a file', { $ref: 'file:///etc/passwd' }, 'leaves the OpenAPI document'],
    ['an address', { $ref: 'http://127.0.0.1:9/x.json' }, 'leaves the OpenAPI document'],
    ['a neighbour', { $ref: './other.yaml#/A' }, 'leaves the OpenAPI document'],
    ['nothing', { $ref: '#/components/schemas/Gone' }, 'leads to nothing'],
    ['a prototype', { $ref: '#/constructor/name' }, 'leads to nothing'],
    ['itself', { $ref: '#/components/schemas/A' }, 'leads back to itself'],
  ])('is refused where a reference leads to %s', (_, schema, message) => {
    const document = withSchema(schema, {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
    });
    expect(() => readOperations(document)).toThrow(expect.objectContaining(refused));
    expect(() => readOperations(document)).toThrow(message);
  });

  it('is read where schemas contain themselves', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const [operation] = readOperations(withSchema({ $ref: '#/components/schemas/Node' }, { Node: node }));
    expect(operation?.tool.parameters).toMatchObject({
      properties: { next: { $ref: '#/$defs/Node' } },
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    });
  });

  it('is refused for aliases that grow, names of prototypes, nesting and what is no document', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n++) {
      const [name, before] = [String.fromCharCode(97 + n), String.fromCharCode(96 + n)];
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
    }
    const texts = [
      bomb.join('\n'),
      'a: &a\n  b: *a\n',
      '{"__proto__": {"polluted": 1}}',
      '__proto__:\n  polluted: 1\n',
      `{"a": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      `a:\n  ${'['.repeat(5_000)}`,
      'a: [1\nb: 2\n',
      '- a\n- b\n',
      '{"openapi": ',
      '\n',
    ];
    for (const text of texts) await expect(readSpec(text), text.slice(0, 60)).rejects.toMatchObject(refused);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is refused for paths that are none', () => {
    for (const path of ['x', '/a/../b', '/a b', '/a#b', '/a\\b', '/a\r\nb', '/.']) {
      const document = { ...head, paths: { [path]: { get: {} } } };
      expect(() => readOperations(document), path).toThrow(expect.objectContaining(refused));
    }
  });

  it.each([
    [{ swagger: '2.0', paths: {} }, 'has no operation that can be used'],
    [{ openapi: '4.0.0', paths: {} }, 'it is version "4.0.0"'],
    [{ paths: {} }, 'it has no member openapi'],
    [{ ...head }, 'has no operation that can be used'],
    [{ ...head, paths: { '/x': 'y' } }, 'The path /x of the OpenAPI document is not an object'],
    [
      { ...head, paths: { '/x': { get: { parameters: [{ in: 'query' }] } } } },
      'GET /x: A parameter needs a name',
    ],
    [
      {
        ...head,
        paths: { '/x': { get: { parameters: [{ name: 'a', in: 'query', schema: { type: 'whole' } }] } } },
      },
      'GET /x: ',
    ],
    [
      { ...head, paths: { '/x': { get: { security: [{ key: [] }] } } } },
      'GET /x: The security scheme "key" is not defined',
    ],
  ])('says in one line what is wrong: %o', (document, message) => {
    expect(() => readOperations(document)).toThrow(expect.objectContaining(refused));
    expect(() => readOperations(document)).toThrow(message);
  });

  it('is fetched within limits, and never from another origin', async () => {
    await using elsewhere = await startRawServer((_, response) => answerJson(response, 200, head));
    await using server = await startRawServer(({ url }, response) => {
      if (url === '/away') response.writeHead(302, { location: elsewhere.baseUrl }).end();
      else if (url === '/gone') answerJson(response, 404, {});
      else response.end(Buffer.alloc(129_000_000, ' '));
    });
    for (const path of ['/away', '/gone', '/flood']) {
      await expect(readSpec(server.baseUrl + path)).rejects.toMatchObject(refused);
    }
    expect(elsewhere.seen).toEqual([]);
    await expect(readSpec(new URL('ftp://127.0.0.1/x'))).rejects.toMatchObject(refused);
    await expect(readSpec('/no/such/file.json')).rejects.toMatchObject(refused);
  });

  it('is read as JSON and as YAML, from text and from files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mettle-openapi-'));
    try {
      const yaml = 'openapi: 3.0.3\npaths:\n  /paged:\n    get: {}\n';
      const json = '{"openapi": "3.0.3", "paths": {"/paged": {"get": {}}}}';
      await writeFile(join(folder, 'a.yaml'), yaml);
      await writeFile(join(folder, 'a.json'), `\uFEFF${json}`);
      for (const spec of [
        yaml,
        json,
        join(folder, 'a.yaml'),
        join(folder, 'a.json'),
        JSON.parse(json) as JsonObject,
      ]) {
        const { document } = await readSpec(spec);
        expect(readOperations(document).map(({ tool }) => tool.name)).toEqual(['get_paged']);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
