import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Environment } from '../../environments/index.js';
import { AgentGym } from '../agent-gym.js';
import type { GymServing } from '../serving/serve-options.js';
import { SocketClient } from '../serving/socket-client.fixture.js';
import { COUNTING, count, openFruitShop, RAISING, raise, shopTask } from '../shop.fixture.js';
import { serveOpenEnv } from './serve-openenv.js';

const raiseTask = shopTask(raise, 'Set the price of fig to 90 cents, and nothing else.');
let environment: Environment;
let gym: AgentGym;
let serving: GymServing;

beforeAll(async () => {
  environment = await openFruitShop();
  gym = new AgentGym({ environment, task: [shopTask(count), raiseTask], maxSteps: 4 });
  serving = await serveOpenEnv({ gym, maxSessions: 4, maxMessageBytes: 10_000 });
});
afterAll(async () => {
  await serving.close();
  await gym.close();
  await environment.close();
});

const call = (tool_name: string, args: JsonObject): JsonObject => ({
  type: 'step',
  data: { type: 'call_tool', tool_name, arguments: args },
});
const data = (frame: JsonObject | number): JsonObject => (frame as JsonObject).data as JsonObject;

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${serving.url}${path}`, { method: 'POST', body: text });
  return { status: response.status, body: await response.json().catch(() => null) };
}

describe('an episode over the socket', () => {
  it('begins with the task, answers calls, and ends with the reward', async () => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    expect(await client.ask({ type: 'reset', data: { index: 0, episode_id: 'mine' } })).toEqual({
      type: 'observation',
      data: {
        observation: {
          metadata: { task_id: 'task-40', category: 'shop', split: 'train', index: 0 },
          tool_name: 'reset',
          result: {
            task: 'How many fruits cost more than 40 cents?',
            tools: ['sql_query', 'sql_execute', 'final_answer'],
          },
          error: null,
        },
        reward: null,
        done: false,
        metadata: { task_id: 'task-40', category: 'shop', split: 'train', index: 0 },
      },
    });
    const step = data(await client.ask(call('sql_query', { sql: COUNTING })));
    expect(step).toMatchObject({
      observation: {
        tool_name: 'sql_query',
        result: { content: [{ type: 'text' }], data: '["count(*)"]\n[3]\n(1 row)', is_error: false },
        error: null,
      },
      reward: 0,
      done: false,
    });
    expect(await client.ask({ type: 'state' })).toMatchObject({
      type: 'state',
      data: { episode_id: 'mine', step_count: 1, task_id: 'task-40', done: false },
    });
    const end = data(await client.ask(call('final_answer', { answer: '3' })));
    expect(end).toMatchObject({ reward: 1, done: true, metadata: { verified: 1, episode_reward: 1 } });
    expect(data(await client.ask(call('sql_query', { sql: COUNTING })))).toMatchObject({
      code: 'EXECUTION_ERROR',
    });
    expect(data(await client.ask({ type: 'reset' }))).toMatchObject({ done: false });
    expect(await client.ask({ type: 'close' })).toBe(1000);
  });

  it('says what failed, and takes a little for it', async () => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    await client.ask({ type: 'reset' });
    expect(data(await client.ask(call('sql_query', { sql: 'SELEC' })))).toMatchObject({
      observation: { result: null, error: { error_type: 'execution_error' } },
      reward: -0.02,
    });
    expect(data(await client.ask(call('nope', {})))).toMatchObject({
      observation: { error: { error_type: 'tool_not_found' } },
      reward: -0.05,
    });
    expect(data(await client.ask(call('sql_query', { q: 1 })))).toMatchObject({
      observation: { error: { error_type: 'invalid_args' } },
    });
  });

  it('lists the tools without an episode, and refuses a step without one', async () => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    const listed = data(await client.ask({ type: 'step', data: { type: 'list_tools' } }));
    const { tools } = listed.observation as { readonly tools: readonly JsonObject[] };
    expect(tools.map(({ name }) => name)).toEqual(['sql_query', 'sql_execute', 'final_answer']);
    expect(tools[0]).toMatchObject({ input_schema: { type: 'object' } });
    expect(data(await client.ask(call('sql_query', { sql: 'SELECT 1' })))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'No episode has begun in this session: reset first.',
    });
    expect(data(await client.ask({ type: 'state' }))).toMatchObject({ episode_id: null, step_count: 0 });
    expect(data(await client.ask({ type: 'reset', data: { index: 7 } }))).toMatchObject({
      message: 'Invalid task index: train has the tasks 0 to 1; got 7.',
    });
    expect(data(await client.ask({ type: 'reset', data: { split: 'x' } }))).toMatchObject({
      message: 'There is no split "x"; there are: train.',
    });
  });

  it.each([
    ['not json', 'INVALID_JSON'],
    ['{"type": "zzz"}', 'UNKNOWN_TYPE'],
    ['{}', 'UNKNOWN_TYPE'],
    ['{"type": "step"}', 'VALIDATION_ERROR'],
    ['{"type": "state", "extra": 1}', 'VALIDATION_ERROR'],
    ['{"type": "reset", "data": []}', 'VALIDATION_ERROR'],
    ['{"type": "step", "data": {"value": 1}}', 'VALIDATION_ERROR'],
    ['{"type": "step", "data": {"tool_name": "a", "__proto__": {}}}', 'INVALID_JSON'],
    [`${'['.repeat(3000)}${']'.repeat(3000)}`, 'INVALID_JSON'],
  ])('answers %s with %s, and goes on', async (frame, code) => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    expect(data(await client.ask(frame))).toMatchObject({ code });
    expect(await client.ask({ type: 'state' })).toMatchObject({ type: 'state' });
  });

  it('names each wrong field as OpenEnv does', async () => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    expect(data(await client.ask({ type: 'step', data: { value: 1 } })).errors).toEqual([
      {
        type: 'missing',
        loc: ['tool_name'],
        msg: 'Field required',
        input: { value: 1 },
        url: 'https://errors.pydantic.dev/2.13/v/missing',
      },
      {
        type: 'extra_forbidden',
        loc: ['value'],
        msg: 'Extra inputs are not permitted',
        input: 1,
        url: 'https://errors.pydantic.dev/2.13/v/extra_forbidden',
      },
    ]);
  });

  it.each(['[1]', '"text"', Buffer.from([1, 2])])(
    'ends the session on a frame that is no object: %s',
    async (frame) => {
      await using client = await SocketClient.open(`${serving.url}/ws`);
      expect(data(await client.ask(frame))).toMatchObject({ code: 'SESSION_ERROR' });
      expect(await client.next()).toBe(1000);
    },
  );
});

describe('sessions', () => {
  it('see nothing of each other, and branch in mid-episode', async () => {
    await using client = await SocketClient.open(`${serving.url}/ws`);
    await client.ask({ type: 'reset', data: { index: 1 } });
    await client.ask(call('sql_query', { sql: COUNTING }));
    const { session_ids: ids } = data(await client.ask({ type: 'fork', data: { count: 2 } }));
    const [left = '', right = ''] = ids as readonly string[];
    await using one = await SocketClient.open(`${serving.url}/ws?session_id=${left}`);
    await using other = await SocketClient.open(`${serving.url}/ws?session_id=${right}`);
    expect(data(await one.ask({ type: 'state' }))).toMatchObject({ step_count: 1, session_id: left });
    await one.ask(call('sql_execute', { sql: RAISING }));
    expect(data(await one.ask(call('final_answer', { answer: 'done' })))).toMatchObject({ reward: 1 });
    expect(data(await other.ask(call('final_answer', { answer: 'done' })))).toMatchObject({ reward: 0 });
    expect(data(await client.ask(call('sql_query', { sql: COUNTING })))).toMatchObject({ done: false });
    expect(serving.sessions).toBe(3);
    for (const id of [left, right]) await post('/mcp', rpc('openenv/session/close', { session_id: id }));
  });

  it('are refused right away where no place is left', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(() => SocketClient.open(`${serving.url}/ws`)));
    await Promise.all(clients.map((client) => client.ask({ type: 'state' })));
    await using last = await SocketClient.open(`${serving.url}/ws`);
    expect(await last.next()).toEqual({
      type: 'error',
      data: {
        message: 'Server at capacity: 4/4 sessions active. Cannot accept new connections.',
        code: 'CAPACITY_REACHED',
        active_sessions: 4,
        max_sessions: 4,
      },
    });
    expect(await last.next()).toBe(1000);
    expect(await post('/reset', {})).toMatchObject({ status: 503 });
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
    await expect.poll(() => serving.sessions).toBe(0);
  });

  it('can be joined by one socket at a time', async () => {
    const { body } = await post('/mcp', rpc('openenv/session/create', {}));
    const { session_id: id } = (body as { readonly result: { readonly session_id: string } }).result;
    const one = await SocketClient.open(`${serving.url}/ws?session_id=${id}`);
    await using other = await SocketClient.open(`${serving.url}/ws?session_id=${id}`);
    expect(data(await other.next())).toMatchObject({
      code: 'SESSION_ERROR',
      message: `Session ${id} already has an attached WebSocket`,
    });
    await using unknown = await SocketClient.open(`${serving.url}/ws?session_id=nope`);
    expect(data(await unknown.next())).toEqual({
      code: 'SESSION_ERROR',
      message: 'Unknown session_id: nope',
    });
    await one.ask({ type: 'reset' });
    const close = rpc('openenv/session/close', { session_id: id });
    expect((await post('/mcp', close)).body).toMatchObject({ result: { closed: false, closing: true } });
    await one[Symbol.asyncDispose]();
    await expect.poll(() => serving.sessions).toBe(0);
  });
});

function rpc(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 1, method, params };
}

describe('over HTTP', () => {
  it('answers what openenv validate asks', async () => {
    const get = async (path: string) => (await fetch(`${serving.url}${path}`)).json();
    expect(await get('/health')).toEqual({ status: 'healthy' });
    expect(await get('/metadata')).toMatchObject({ name: 'shop', readme_content: null });
    expect(Object.keys((await get('/schema')) as object)).toEqual([
      'action',
      'observation',
      'reset_observation',
      'state',
    ]);
    expect(await get('/openapi.json')).toMatchObject({
      info: { version: '1.0.0' },
      paths: { '/reset': {}, '/step': {}, '/state': {}, '/{env}/task': {} },
    });
    expect(await post('/mcp', {})).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', id: null, error: { code: -32600 } },
    });
    expect(await post('/mcp', '{')).toMatchObject({ status: 200, body: { error: { code: -32700 } } });
    expect(await get('/nope')).toEqual({ detail: 'Not Found' });
  });

  it('plays one step in an episode that is over with it', async () => {
    expect((await post('/reset', { seed: 1 })).body).toMatchObject({
      observation: { result: { task: raiseTask.prompt } },
      reward: null,
      done: false,
    });
    const { body } = await post('/step', {
      action: { tool_name: 'sql_query', arguments: { sql: COUNTING } },
    });
    expect(body).toMatchObject({ reward: 0, done: false, metadata: { steps_left: 3 } });
    expect(await post('/step', { action: { x: 1 } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['tool_name'] }, { loc: ['x'] }] },
    });
    expect(await post('/reset', { seed: -1 })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'greater_than_equal', loc: ['body', 'seed'], ctx: { ge: 0 } }] },
    });
    expect(serving.sessions).toBe(0);
  });

  it('lists tasks without what answers them', async () => {
    expect(await post('/shop/task', { split: 'train', index: 1 })).toEqual({
      status: 200,
      body: {
        task: {
          id: raiseTask.id,
          category: 'shop',
          prompt: raiseTask.prompt,
          level: null,
          split: 'train',
          index: 1,
        },
        env_name: 'shop',
      },
    });
    expect((await post('/shop/num_tasks', { split: 'train' })).body).toEqual({ num_tasks: 2 });
    const range = await post('/shop/task_range', { split: 'train', start: -1 });
    expect((range.body as { readonly tasks: readonly unknown[] }).tasks).toHaveLength(1);
    expect(await post('/shop/task', { split: 'train', index: 2 })).toEqual({
      status: 400,
      body: { detail: 'Invalid task index' },
    });
    expect(await post('/x/task', { split: 'train', index: 2 })).toEqual({
      status: 404,
      body: { detail: "unknown environment 'x'" },
    });
  });

  it('calls tools over MCP in a session that lasts', async () => {
    const { body } = await post('/mcp', rpc('openenv/session/create', {}));
    const { session_id } = (body as { readonly result: JsonObject }).result;
    const tool = (name: string, args: JsonObject) =>
      post('/mcp', rpc('tools/call', { name, arguments: args, session_id: session_id ?? '' }));
    expect((await tool('sql_query', { sql: COUNTING })).body).toMatchObject({
      result: { data: '["count(*)"]\n[3]\n(1 row)', is_error: false },
    });
    expect((await tool('sql_query', { sql: 'SELEC' })).body).toMatchObject({ error: { code: -32603 } });
    expect((await tool('final_answer', { answer: 3 })).body).toMatchObject({
      result: { meta: { openenv: { reward: 1, done: true } } },
    });
    expect((await post('/mcp', rpc('initialize', {}))).body).toMatchObject({ error: { code: -32601 } });
    expect((await post('/mcp', rpc('tools/list', { session_id: 'nope' }))).body).toMatchObject({
      error: { code: -32602, message: 'Unknown session_id: nope' },
    });
    const closed = await post('/mcp', rpc('openenv/session/close', { session_id: session_id ?? '' }));
    expect(closed.body).toMatchObject({ result: { closed: true } });
  });

  it('has no reset, step, state and fork in production mode', async () => {
    await using production = await serveOpenEnv({ gym, mode: 'production' });
    for (const path of ['/reset', '/step', '/state', '/fork']) {
      expect((await fetch(`${production.url}${path}`, { method: 'POST' })).status).toBe(404);
    }
    const { paths } = (await (await fetch(`${production.url}/openapi.json`)).json()) as JsonObject;
    expect(Object.keys(paths as object)).not.toContain('/reset');
    await using client = await SocketClient.open(`${production.url}/mcp`);
    expect(await client.ask(rpc('tools/list', {}))).toMatchObject({ result: { tools: [{}, {}, {}] } });
  });
});
