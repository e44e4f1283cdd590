import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Environment } from '../../environments/index.js';
import { AgentGym } from '../agent-gym.js';
import type { GymServing } from '../serving/serve-options.js';
import { COUNTING, count, openFruitShop, raise, shopTask } from '../shop.fixture.js';
import { resultEvents } from './event-text.js';
import { serveOrs } from './serve-ors.js';

let environment: Environment;
let gym: AgentGym;
let serving: GymServing;

beforeAll(async () => {
  environment = await openFruitShop();
  const unscorable = shopTask({ answer: null, stateDigest: null }, 'Look around.');
  gym = new AgentGym({ environment, task: [shopTask(count), shopTask(raise, 'Raise it.'), unscorable] });
  serving = await serveOrs({ gym, maxSessions: 3 });
});
afterAll(async () => {
  await serving.close();
  await gym.close();
  await environment.close();
});

async function request(path: string, sid: string | null, body?: unknown) {
  const response = await fetch(`${serving.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: sid === null ? {} : { 'x-session-id': sid },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** What a stream of events holds: the id of its call, and its result. */
function eventsIn(text: string): { readonly id: string; readonly result: string; readonly error: string } {
  const found = { id: '', result: '', error: '' };
  for (const block of text.split('\r\n\r\n')) {
    const [, event = '', line = ''] = /^event: (\S+)\r\ndata: ?(.*)$/.exec(block) ?? [];
    // As a client does it.
    const given = line.trimStart();
    if (event === 'task_id') found.id = given;
    if (event === 'chunk' || event === 'end') found.result += given;
    if (event === 'error') found.error = given;
  }
  return found;
}

async function begin(index: number): Promise<string> {
  const { id } = eventsIn((await request('/create_session', null, {})).text);
  expect(await request('/create', id, { split: 'train', index })).toEqual({
    status: 200,
    text: JSON.stringify({ sid: id }),
  });
  return id;
}

async function call(sid: string, name: string, input: JsonObject): Promise<JsonObject> {
  const { text } = await request('/shop/call', sid, { name, input });
  return JSON.parse(eventsIn(text).result) as JsonObject;
}

const end = (sid: string) => request('/delete', sid, {});

describe('an episode in the dialect of openreward', () => {
  it('has its reward at the end, and nowhere before', async () => {
    const sid = await begin(0);
    expect(JSON.parse((await request('/shop/prompt', sid)).text)).toEqual([
      {
        type: 'text',
        text: 'How many fruits cost more than 40 cents?\n\nGive your answer by the tool final_answer.',
        detail: null,
      },
    ]);
    expect(await call(sid, 'sql_query', { sql: COUNTING })).toEqual({
      ok: true,
      output: {
        blocks: [{ text: '["count(*)"]\n[3]\n(1 row)', detail: null, type: 'text' }],
        metadata: { steps_left: 19, step_reward: 0 },
        reward: null,
        finished: false,
      },
    });
    expect(await call(sid, 'sql_query', { sql: 'SELEC' })).toMatchObject({
      ok: true,
      output: { reward: null, metadata: { step_reward: -0.02 } },
    });
    expect(await call(sid, 'final_answer', { answer: '3' })).toMatchObject({
      ok: true,
      output: { reward: 0.98, finished: true },
    });
    expect(await call(sid, 'sql_query', { sql: COUNTING })).toMatchObject({
      ok: false,
      reason: 'episode_finished',
    });
    await end(sid);
  });

  it('has no reward where none can be told, which is not 0', async () => {
    const sid = await begin(2);
    await call(sid, 'sql_query', { sql: COUNTING });
    expect(await call(sid, 'final_answer', { answer: 'done' })).toMatchObject({
      output: { reward: null, finished: true, metadata: { unscored: expect.any(String) } },
    });
    await end(sid);
  });

  it('says why a call was not made', async () => {
    const sid = await begin(0);
    expect(await call(sid, 'nope', {})).toMatchObject({ ok: false, reason: 'not_found' });
    expect(await call(sid, 'sql_query', { q: 1 })).toMatchObject({ ok: false, reason: 'input_validation' });
    await end(sid);
    expect(await request('/shop/prompt', sid)).toMatchObject({ status: 404 });
  });

  it('scores a group of completions by playing each', async () => {
    const sid = await begin(0);
    const looked = { type: 'tool_call', id: '1', name: 'sql_query', input: { sql: COUNTING } };
    const said = (text: string, blocks: readonly JsonObject[] = []) => ({
      messages: [{ role: 'assistant', blocks: [...blocks, { type: 'text', text }] }],
    });
    const candidates = [said('3', [looked]), said('4', [looked]), said('3')];
    const { text } = await request('/shop/score_group', sid, { candidates });
    const { scores } = JSON.parse(eventsIn(text).result) as { readonly scores: readonly JsonObject[] };
    expect(scores.map(({ reward }) => reward)).toEqual([1, 0, 0]);
    await end(sid);
  });

  it('gives a result again to who lost it, and to nobody else', async () => {
    const sid = await begin(0);
    const { text } = await request('/shop/call', sid, { name: 'sql_query', input: { sql: COUNTING } });
    const { id, result } = eventsIn(text);
    const again = (session: string) =>
      request('/shop/call', session, { name: 'sql_query', input: { sql: COUNTING }, task_id: id });
    expect(eventsIn((await again(sid)).text)).toEqual({ id, result, error: '' });
    const other = await begin(0);
    expect(eventsIn((await again(other)).text).error).toBe('unknown task_id');
    await end(sid);
    await end(other);
  });
});

describe('the routes of an ORS server', () => {
  it('lead to the one environment where a client names none', async () => {
    const response = await fetch(`${serving.url}/splits`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/shop/splits']);
    const elsewhere = await fetch(`${serving.url}//evil.example/x`, { redirect: 'manual' });
    expect(elsewhere.headers.get('location')).toBe('/shop/evil.example/x');
    expect(JSON.parse((await request('/tools', null)).text)).toMatchObject({
      tools: [{ name: 'sql_query' }, { name: 'sql_execute' }, { name: 'final_answer' }],
      terminal_tool: { name: 'final_answer', arg: 'answer' },
      supports_score_group: true,
    });
  });

  it('take a task as they gave it, and nothing else', async () => {
    const task = JSON.parse(
      (await request('/shop/task', null, { split: 'train', index: 1 })).text,
    ) as JsonObject;
    expect(task.env_name).toBe('shop');
    const { id } = eventsIn((await request('/create_session', null, {})).text);
    const create = (body: unknown) => request('/create', id, body);
    expect(await create({})).toMatchObject({ status: 422 });
    expect(await create({ split: 'train', index: 0, task_spec: task.task })).toMatchObject({ status: 422 });
    expect(await create({ split: 'train', index: 3 })).toMatchObject({ status: 400 });
    expect(await create({ split: 'x', index: 0 })).toMatchObject({ status: 400 });
    expect(await create({ split: 'train', index: 0, more: 1 })).toMatchObject({ status: 422 });
    expect(await create({ task_spec: task.task, toolset_name: 'x' })).toMatchObject({ status: 400 });
    expect(await create({ task_spec: task.task, env_name: 'other' })).toMatchObject({ status: 404 });
    expect(await create({ task_spec: task.task, env_name: 'shop' })).toMatchObject({ status: 200 });
    expect(await create({ task_spec: task.task })).toMatchObject({ status: 400 });
    expect((await request('/shop/prompt', id)).text).toContain('Raise it.');
    await end(id);
  });

  it('ask for a session that there is', async () => {
    expect(await request('/shop/prompt', null)).toMatchObject({ status: 400 });
    expect(await request('/ping', 'nope', {})).toMatchObject({ status: 404 });
    expect(await request('/create', 'nope', { split: 'train', index: 0 })).toMatchObject({ status: 404 });
  });

  it('refuse a session too many', async () => {
    const ids = await Promise.all([0, 1, 2].map(() => begin(0)));
    expect(await request('/create_session', null, {})).toMatchObject({ status: 503 });
    await Promise.all(ids.map(end));
    expect(serving.sessions).toBe(0);
  });
});

it('resultEvents can be joined by clients that strip what a line begins with', () => {
  const value = { text: `${' '.repeat(9000)}é\u2028"\\ ${'x '.repeat(5000)}` };
  const pieces = [...resultEvents(value)];
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every(({ data }) => /^[!-~][ -~]*$/.test(data))).toBe(true);
  expect(JSON.parse(pieces.map(({ data }) => data.trimStart()).join(''))).toEqual(value);
});
