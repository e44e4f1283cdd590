import { describe, expect, it } from 'vitest';
import { type Json, sha256 } from '../../core/index.js';
import type { McpResourceContent, McpTools } from '../../tools/index.js';
import { type McpStateReader, readMcpState } from './mcp-state.js';

type Resources = Readonly<Record<string, readonly McpResourceContent[]>>;

/** What a server with these resources tells, in the order that they are listed. */
async function told(sources: McpStateReader['sources'], all: Resources, data: Json = null) {
  const resources = {
    list: () => Promise.resolve(Object.keys(all).map((uri) => ({ uri, name: uri }))),
    read: (uri: string) => Promise.resolve(all[uri] ?? []),
  } as unknown as McpTools['resources'];
  const call = (tool: string, values: object) =>
    Promise.resolve({
      status: tool === 'fails' ? 'error' : 'ok',
      content: 'It fails.',
      data: { ...(data as object), ...values },
      error: null,
    } as never);
  return Object.fromEntries(
    await readMcpState({ sources, resources, volatile: { clock: ['data/time'] }, call }),
  );
}
const text = (value: string, mimeType?: string): McpResourceContent =>
  ({ uri: 'u', text: value, ...(mimeType === undefined ? {} : { mimeType }) }) as McpResourceContent;
const json = (value: Json, type = 'application/json'): McpResourceContent =>
  text(JSON.stringify(value), type);

describe('facts of an MCP server', () => {
  it('are the members of an answer, what is volatile masked', async () => {
    expect(await told({ now: { tool: 'clock' } }, {}, { time: 7, zone: 'UTC' })).toEqual({
      'now/time': expect.not.stringMatching(/^7$/),
      'now/zone': 'UTC',
    });
    expect(await told({ now: { tool: 'other', arguments: { a: 1 } } }, {}, { time: 7 })).toEqual({
      'now/time': 7,
      'now/a': 1,
    });
  });

  it('are the members of a resource that is a JSON object, and others whole', async () => {
    const one = (...contents: readonly McpResourceContent[]) =>
      told({ x: { resource: 'r' } }, { r: contents });
    expect(await one(json({ a: 1, b: [2] }))).toEqual({ 'x/a': 1, 'x/b': [2] });
    expect(await one(json({ a: 1 }, 'application/vnd.own+JSON; charset=utf-8'))).toEqual({ 'x/a': 1 });
    expect(await one(json([1]))).toEqual({ x: [1] });
    expect(await one(json({ a: 1 }, 'text/json'))).toEqual({ x: '{"a":1}' });
    expect(await one(text('{"a":1}'))).toEqual({ x: '{"a":1}' });
    expect(await one(text('{', 'application/json'))).toEqual({ x: '{' });
    expect(await one(json({ a: 1 }), text('b'))).toEqual({ x: ['{"a":1}', 'b'] });
    expect(await one()).toEqual({ x: [] });
  });

  it('are hashes of bytes and of texts over 65,536 characters', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const [longest, longer] = ['a'.repeat(65_536), 'a'.repeat(65_537)];
    const contents = [{ uri: 'u', bytes } as McpResourceContent, text(longest), text(longer)];
    expect(await told({ x: { resource: 'r' } }, { r: contents })).toEqual({
      x: [{ bytes: 3, sha256: sha256(bytes) }, longest, { characters: 65_537, sha256: sha256(longer) }],
    });
    const list = JSON.stringify(['a'.repeat(65_536)]);
    expect(await told({ x: { resource: 'r' } }, { r: [text(list, 'application/json')] })).toEqual({
      x: { characters: list.length, sha256: sha256(list) },
    });
  });

  it('are each listed resource of a beginning, by its address', async () => {
    const all = { 'n://b': [text('B')], 'n://a': [json({ a: 1 })], 'm://c': [text('C')] };
    const found = await told({ x: { resource: 'n://*' } }, all);
    expect(Object.entries(found)).toEqual([
      ['x/n://a', { a: 1 }],
      ['x/n://b', 'B'],
    ]);
    expect(Object.keys(await told({ x: { resource: '*' } }, all))).toHaveLength(3);
  });

  it('are refused where they are too many, or a call fails', async () => {
    const many = (count: number): Resources =>
      Object.fromEntries(Array.from({ length: count }, (_resource, n) => [`n://${n}`, [text('')]]));
    expect(Object.keys(await told({ x: { resource: 'n://*' } }, many(200)))).toHaveLength(200);
    await expect(told({ x: { resource: 'n://*' } }, many(201))).rejects.toMatchObject({
      code: 'environments/world_broken',
      message:
        "The state of the MCP server can't be read: it lists 201 resources as n://*, over 200. Reset the world, or open a new one.",
    });
    await expect(told({ x: { tool: 'fails' } }, {})).rejects.toThrow("can't be read: It fails. Reset");
  });
});
