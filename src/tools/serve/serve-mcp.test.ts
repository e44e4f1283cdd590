import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  Client,
  isSpecType,
  ReadBuffer,
  type SpecTypeName,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { mcpTools } from '../mcp/mcp-tools.js';
import { type McpServing, serveMcp } from './serve-mcp.js';

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);
const folder = mkdtempSync(join(tmpdir(), 'mettle-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

function workdir(name: string): string {
  const path = mkdtempSync(join(folder, name));
  writeFileSync(join(path, 'a.txt'), 'one\n');
  return path;
}

/** A client's end of two streams, which keeps every frame. */
class StreamTransport implements Transport {
  readonly frames: unknown[] = [];
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  readonly #buffer = new ReadBuffer();
  readonly #input: PassThrough;
  constructor(input: PassThrough, output: PassThrough) {
    this.#input = input;
    output.on('data', (chunk: Buffer) => {
      this.#buffer.append(chunk);
      for (let frame = this.#buffer.readMessage(); frame !== null; frame = this.#buffer.readMessage()) {
        this.frames.push({ from: 'server', ...frame });
        this.onmessage?.(frame);
      }
    });
  }
  async start(): Promise<void> {}
  async send(message: Parameters<Transport['send']>[0]): Promise<void> {
    this.frames.push({ from: 'client', ...message });
    this.#input.write(serializeMessage(message));
  }
  async close(): Promise<void> {
    this.#input.end();
    this.onclose?.();
  }
}

type Answer = 'accept' | 'decline' | 'leave';
const asked: string[] = [];

function newClient(era: 'modern' | 'legacy', answer: Answer | null): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: answer === null ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  if (answer === null) return client;
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    if (answer === 'decline') return { action: 'decline' };
    return { action: 'accept', content: { write: answer === 'accept' } };
  });
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const words = content[0]?.type === 'text' ? content[0].text : '';
  return isError === true ? { error: words } : JSON.parse(words);
}

unless(why).it('serves skills beside its tools', async () => {
  const skills = mkdtempSync(join(folder, 'skills-'));
  mkdirSync(join(skills, 'bills', 'tests'), { recursive: true });
  writeFileSync(
    join(skills, 'bills', 'SKILL.md'),
    '---\nname: bills\ndescription: Reads bills.\n---\nAdd them up.',
  );
  writeFileSync(join(skills, 'bills', 'tests', 'cases.json'), '[1]');
  {
    await using serving = await serveMcp({ skills, over: { port: 0 } });
    const headers = { authorization: `Bearer ${serving.token}` };
    await using server = await mcpTools({ url: String(serving.url), headers });
    expect((await server.skills.list()).skills).toMatchObject([
      { name: 'bills', description: 'Reads bills.' },
    ]);
    expect(await server.skills.read('bills')).toBe('Add them up.');
    expect(await server.skills.read('bills', 'tests/cases.json')).toBe('[1]');
    expect(server.tools.map(({ name }) => name)).toContain('run_python_code');
  }
  writeFileSync(join(skills, 'bills', 'SKILL.md'), 'no front matter');
  await expect(serveMcp({ skills, over: { port: 0 } })).rejects.toMatchObject({
    code: 'tools/invalid_skills',
  });
});

async function overStreams(
  era: 'modern' | 'legacy',
  answer: Answer | null,
  path: string,
  use: (client: Client) => Promise<void>,
): Promise<readonly unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = await serveMcp({ sandbox: { workdir: path }, input, output });
  const transport = new StreamTransport(input, output);
  const client = newClient(era, answer);
  await client.connect(transport);
  await use(client);
  await client.close();
  await serving.ended;
  return transport.frames;
}

/** Checks each frame of the server against the schemas of the specification; answers by the method they answer. */
function checkFrames(frames: readonly unknown[]): void {
  const RESULTS: Readonly<Record<string, readonly SpecTypeName[]>> = {
    initialize: ['InitializeResult'],
    'server/discover': ['DiscoverResult'],
    'tools/list': ['ListToolsResult'],
    'tools/call': ['CallToolResult'],
  };
  const methods = new Map<unknown, string>();
  let checked = 0;
  for (const one of frames) {
    const { from, ...frame } = one as { from: string; id?: unknown; method?: string; result?: object };
    expect(isSpecType.JSONRPCMessage(frame)).toBe(true);
    if (from === 'client' && frame.method !== undefined) methods.set(frame.id, frame.method);
    if (from === 'client' || frame.result === undefined) continue;
    checked += 1;
    if ('resultType' in frame.result && frame.result.resultType === 'input_required') {
      const { inputRequests } = frame.result as unknown as { inputRequests: Record<string, object> };
      expect(Object.values(inputRequests).every((request) => isSpecType.ElicitRequest(request))).toBe(true);
      continue;
    }
    const types = RESULTS[methods.get(frame.id) ?? ''] ?? [];
    expect(
      types.some((type) => isSpecType[type](frame.result)),
      JSON.stringify(frame),
    ).toBe(true);
  }
  expect(checked).toBeGreaterThan(3);
}

unless(why).describe('serveMcp', () => {
  it.each(['modern', 'legacy'] as const)(
    'serves the %s protocol over standard input and output',
    async (era) => {
      const path = workdir('stdio');
      const frames = await overStreams(era, 'accept', path, async (client) => {
        expect(client.getServerVersion()?.name).toBe('mettle');
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toEqual([
          ...[
            'list_files',
            'read_file',
            'search_files',
            'write_file',
            'edit_file',
            'move_file',
            'delete_file',
            'run_python_code',
          ],
          ...[
            'run_python_file',
            'fork_sandbox',
            'show_changes',
            'merge_sandbox',
            'discard_sandbox',
            'commit',
          ],
        ]);
        expect(await call(client, 'run_python_code', { code: 'x = 6\nx * 7' })).toMatchObject({
          ok: true,
          value: 42,
        });
        const { sandbox } = await call(client, 'fork_sandbox');
        await call(client, 'edit_file', { path: 'a.txt', old: 'one', new: 'two', sandbox });
        await call(client, 'write_file', { path: 'b.txt', content: 'new\n', sandbox });
        expect(await call(client, 'show_changes')).toEqual({ written: [], deleted: [] });
        expect(await call(client, 'show_changes', { sandbox, patch: true })).toMatchObject({
          written: ['a.txt', 'b.txt'],
          patch: expect.stringContaining('+two'),
        });
        expect(await call(client, 'merge_sandbox', { sandbox })).toMatchObject({
          merged_into: 'main',
          written: ['a.txt', 'b.txt'],
          conflicts: [],
        });
        expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n');
        expect(await call(client, 'commit')).toMatchObject({ committed: true, written: ['a.txt', 'b.txt'] });
        expect(asked.pop()).toMatch(
          /^Write these changes to .*\?\n\nchange a\.txt\ncreate b\.txt\n\n\| diff/,
        );
        expect(await call(client, 'commit')).toEqual({ committed: false, reason: 'nothing has changed' });
        expect(await call(client, 'discard_sandbox', { sandbox })).toEqual({ discarded: [sandbox] });
        expect(await call(client, 'read_file', { path: 'a.txt', sandbox })).toMatchObject({
          error: expect.stringContaining('There is no sandbox'),
        });
        expect(await call(client, 'read_file', { file: 'a.txt' })).toMatchObject({
          error: expect.stringContaining('The arguments of read_file are wrong'),
        });
        expect(await call(client, 'nothing')).toMatchObject({
          error: expect.stringContaining('There is no tool'),
        });
      });
      expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('two\n');
      expect(readdirSync(path).sort()).toEqual(['a.txt', 'b.txt']);
      checkFrames(frames);
    },
  );

  it('commits nothing unless the person agrees', async () => {
    for (const era of ['modern', 'legacy'] as const) {
      for (const answer of ['decline', 'leave', null] as const) {
        const path = workdir('refused');
        await overStreams(era, answer, path, async (client) => {
          await call(client, 'write_file', { path: 'a.txt', content: 'changed' });
          const words = answer === null ? 'cannot ask the person' : 'did not agree';
          expect(await call(client, 'commit')).toMatchObject({ error: expect.stringContaining(words) });
        });
        expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n');
      }
    }
  });
});

unless(why).describe('serveMcp over HTTP', () => {
  async function connect(
    serving: McpServing,
    era: 'modern' | 'legacy',
    answer: Answer | null,
  ): Promise<Client> {
    const client = newClient(era, answer);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(serving.url ?? ''), {
        requestInit: { headers: { authorization: `Bearer ${serving.token}` } },
      }),
    );
    return client;
  }

  it('serves clients of both eras, who share its sandboxes', async () => {
    const path = workdir('http');
    await using serving = await serveMcp({ sandbox: { workdir: path }, over: { port: 0 } });
    const modern = await connect(serving, 'modern', 'accept');
    const legacy = await connect(serving, 'legacy', 'accept');
    await call(legacy, 'write_file', { path: 'a.txt', content: 'two\n' });
    expect(await call(modern, 'read_file', { path: 'a.txt' })).toMatchObject({ content: 'two\n' });
    expect(await call(modern, 'commit')).toMatchObject({ committed: true });
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('two\n');
    await call(modern, 'write_file', { path: 'a.txt', content: 'three\n' });
    expect(await call(legacy, 'commit')).toMatchObject({ committed: true });
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('three\n');
    await modern.close();
    await legacy.close();
  });

  it('ends the session that was idle longest when there are too many', async () => {
    await using serving = await serveMcp({ over: { port: 0 } });
    const authorization = `Bearer ${serving.token}`;
    const send = async (body: object, session?: string) => {
      const response = await fetch(serving.url ?? '', {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      });
      await response.text();
      return response;
    };
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const ids: string[] = [];
    for (let i = 0; i < 33; i += 1) {
      const { headers } = await send({ method: 'initialize', params });
      ids.push(headers.get('mcp-session-id') ?? '');
    }
    expect((await send({ method: 'tools/list' }, ids[32])).status).toBe(200);
    expect((await send({ method: 'tools/list' }, ids[0])).status).toBe(404);
    expect((await send({ method: 'tools/list' })).status).toBe(400);
  });

  it('turns away who has no token, and web pages', async () => {
    await using serving = await serveMcp({ over: { port: 0 } });
    const url = serving.url ?? '';
    const ask = (headers: Record<string, string>, to = url) =>
      fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      }).then(async (response) => {
        await response.text();
        return response.status;
      });
    const authorization = `Bearer ${serving.token}`;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: 'Bearer x' })).toBe(401);
    expect(await ask({ authorization, origin: 'https://example.org' })).toBe(403);
    expect(await ask({ authorization }, url.replace('/mcp', '/other'))).toBe(404);
    expect(await ask({ authorization })).toBe(400);
    const client = await connect(serving, 'modern', 'accept');
    expect(await call(client, 'commit')).toMatchObject({
      error: expect.stringContaining('without a folder'),
    });
    await client.close();
    await expect(serveMcp({ over: { port: 0, token: 'short' } })).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
    const port = Number(new URL(url).port);
    await expect(serveMcp({ over: { port } })).rejects.toMatchObject({ code: 'tools/cannot_listen' });
  });
});
