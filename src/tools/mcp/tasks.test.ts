import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { webRequests } from '../serve/web-requests.js';
import { toolSet } from '../tool-set.js';
import { makeTaskServer, told } from './__fixtures__/task-server.mjs';
import type { McpInputRequest } from './mcp-server.js';
import { mcpTools } from './mcp-tools.js';

const script = fileURLToPath(new URL('./__fixtures__/task-server.mjs', import.meta.url));
const handler = createMcpHandler(makeTaskServer);
let broken = 0;
const http = createServer((request, response) => {
  if (broken > 0 && request.headers['mcp-method'] === 'tasks/get') {
    broken -= 1;
    request.socket.destroy();
  } else webRequests(handler.fetch)(request, response);
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
/** A slow machine takes its time. */
const PATIENT = { timeout: 60_000 };
const painted = { ok: true, value: 'painted red' };

beforeEach(() => {
  told.length = 0;
  broken = 0;
});

afterAll(async () => {
  await handler.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

describe.each([
  ['a process', { command: process.execPath, args: [script] }],
  ['HTTP', { url }],
])('a server over %s that answers with tasks', (_name, server) => {
  it('is asked until the task is done, and its questions are answered', async () => {
    const asked: McpInputRequest[] = [];
    const onInputRequest = (request: McpInputRequest) => {
      asked.push(request);
      return { action: 'accept' as const, content: { colour: 'red' } };
    };
    await using open = await mcpTools(server, { onInputRequest });
    const set = toolSet(open.tools);
    expect(await set.call('build', {})).toEqual({ ok: true, value: { parts: 3 } });
    expect(await set.call('paint', {})).toEqual(painted);
    expect(asked).toMatchObject([{ message: 'Which \\x1b[2Jcolour?', schema: { required: ['colour'] } }]);
    const failures = await Promise.all(
      ['lie', 'refuse', 'break', 'drop', 'odd', 'empty', 'sample'].map((name) => set.call(name, {})),
    );
    expect(failures.map((outcome) => (outcome.ok ? outcome.value : outcome.error))).toEqual([
      'lie: its MCP server broke its own schema: result.parts: must be a whole number, not "three"',
      'refuse reports an error: out of paint',
      'break failed: the machine\\x07 broke',
      'drop was cancelled by its server: the shop closes',
      'odd: its MCP server gave a task with the status thinking.',
      'empty: its MCP server ended the task without a result of a tool.',
      'sample: its MCP server asks for sampling/createMessage, which nobody here can answer.',
    ]);
  });
});

it('a task whose call is stopped is cancelled at its server', async () => {
  await using open = await mcpTools({ url }, { allow: ['forever'] });
  const stop = new AbortController();
  const call = toolSet(open.tools).call('forever', {}, { signal: stop.signal });
  await vi.waitUntil(() => told.at(-1)?.startsWith('get forever'), PATIENT);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await vi.waitUntil(() => told.some((one) => one.startsWith('cancel forever')), PATIENT);
});

it('a task goes on when the connection to its server is lost, and is given up when it stays lost', async () => {
  await using open = await mcpTools({ url }, { allow: ['build'] });
  const set = toolSet(open.tools);
  broken = 2;
  expect(await set.call('build', {})).toEqual({ ok: true, value: { parts: 3 } });
  broken = Number.POSITIVE_INFINITY;
  expect(await set.call('build', {})).toMatchObject({
    ok: false,
    error: expect.stringContaining('no longer answers for the task'),
  });
});

it('a question that nobody can answer ends the call and the task', async () => {
  await using open = await mcpTools({ url }, { allow: ['paint'] });
  expect(await toolSet(open.tools).call('paint', {})).toMatchObject({
    ok: false,
    error: expect.stringContaining('nobody here can answer'),
  });
  await vi.waitUntil(() => told.at(-1)?.startsWith('cancel paint'), PATIENT);
});
