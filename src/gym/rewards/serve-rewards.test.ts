import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { gymError } from '../error-codes.js';
import type { RewardFunction } from '../reward-call.js';
import { type RewardServing, type ServeRewardsOptions, serveRewards } from './serve-rewards.js';

let serving: RewardServing | undefined;
afterEach(() => serving?.close());

/** A server, and what posts a batch to it. */
async function serve(reward: RewardFunction, options: Partial<ServeRewardsOptions> = {}) {
  serving = await serveRewards({ reward, ...options });
  const { url } = serving;
  return async (body: unknown, headers: Record<string, string> = {}) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}/score`, { method: 'POST', body: sent, headers });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
}

const lengths: RewardFunction = async ({ completions }) => completions.map((text) => String(text).length);

describe('a reward server', () => {
  it('scores a batch, and says why something has no score, which is null and never 0', async () => {
    const post = await serve(async ({ completions, given, prompts }, { onUnscored } = {}) => {
      onUnscored?.(1, 'The machine broke.');
      return completions.map((_, index) =>
        index === 1 ? null : Number((given as number[])[index]) + (prompts as string[]).length,
      );
    });
    const batch = { completions: ['a', 'b', 'c'], prompts: ['p', 'p', 'p'], columns: { given: [1, 2, 0.5] } };
    expect(await post(batch)).toEqual({
      status: 200,
      body: { rewards: [4, null, 3.5], unscored: [{ index: 1, reason: 'The machine broke.' }] },
    });
    expect((await post({ completions: [], columns: {} })).body).toEqual({ rewards: [], unscored: [] });
  });

  it('gives null for a reward that is no finite number', async () => {
    const post = await serve(async () => [Number.NaN, Number.POSITIVE_INFINITY, 0, undefined as never]);
    const { body } = await post({ completions: ['a', 'b', 'c', 'd'] });
    expect(body.rewards).toEqual([null, null, 0, null]);
    expect(body.unscored).toHaveLength(3);
  });

  it.each([
    ['{', 422, 'JSON decode error'],
    ['[1]', 422, 'dictionary'],
    [{}, 422, 'Field required'],
    [{ completions: 'a' }, 422, 'list'],
    [{ completions: ['a'], other: 1 }, 422, 'Extra inputs'],
    [{ completions: ['a'], columns: [1] }, 422, 'dictionary'],
    [
      { completions: ['a'], columns: { tests: [] } },
      422,
      'The column tests has 0 values, for 1 completions.',
    ],
    [{ completions: ['a'], columns: { tests: 1 } }, 422, 'The column tests is no list'],
    [{ completions: ['a'], prompts: ['a', 'b'] }, 422, 'The column prompts has 2 values'],
  ])('refuses %j', async (body, status, words) => {
    const post = await serve(lengths);
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(words);
  });

  it('tells rows that are wrong from a function that is', async () => {
    const failing = (error: Error) =>
      serve(async () => {
        throw error;
      });
    const rows = await failing(gymError('invalid_row', 'A row names no task.'));
    expect(await rows({ completions: ['a'] })).toEqual({
      status: 422,
      body: { detail: 'A row names no task.' },
    });
    await serving?.close();
    const broken = await failing(new Error('undefined is no function'));
    expect(await broken({ completions: ['a'] })).toMatchObject({ status: 500 });
    await serving?.close();
    const short = await serve(async () => [1]);
    expect((await short({ completions: ['a', 'b'] })).body.detail).toBe(
      'The reward function gave 1 rewards for 2 replies.',
    );
    await serving?.close();
    const words = await serve((async () => ['1']) as never);
    expect((await words({ completions: ['a'] })).status).toBe(500);
  });

  it('gives a batch up whose client goes away, and scores the next', async () => {
    let started: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    let reason: unknown;
    const post = await serve(
      async ({ completions }, { signal } = {}) => {
        if (completions[0] !== 'wait') return [1];
        started();
        await once(signal as AbortSignal, 'abort');
        reason = (signal as AbortSignal).reason;
        throw reason;
      },
      { batches: 1 },
    );
    const { url } = serving as RewardServing;
    const client = request(`${url}/score`, { method: 'POST' });
    client.on('error', () => undefined);
    client.end(JSON.stringify({ completions: ['wait'] }));
    await begun;
    const next = post({ completions: ['next'] });
    client.destroy();
    expect((await next).body.rewards).toEqual([1]);
    expect(String(reason)).toContain('gone');
  });

  it('asks for its token, and lists its tasks', async () => {
    const token = 'sixteen-characters';
    const post = await serve(lengths, { token, tasks: [{ id: '1', prompt: 'Write f.' }], name: 'tests' });
    expect((await post({ completions: [] })).status).toBe(401);
    expect((await post({ completions: ['ab'] }, { authorization: `Bearer ${token}` })).body.rewards).toEqual([
      2,
    ]);
    const get = async (path: string) =>
      (await fetch(`${serving?.url}${path}`, { headers: { 'x-api-key': token } })).json();
    expect(await get('/tasks')).toEqual({ tasks: [{ id: '1', prompt: 'Write f.' }] });
    expect(await get('/metadata')).toMatchObject({ name: 'tests', kind: 'rewards' });
  });

  it('reads a batch of 1,000 completions of 4,000 characters', async () => {
    const post = await serve(lengths);
    const { body } = await post({ completions: Array.from({ length: 1000 }, () => 'é'.repeat(4000)) });
    expect(body.rewards).toHaveLength(1000);
  });
});
