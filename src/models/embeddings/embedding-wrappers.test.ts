import { describe, expect, it } from 'vitest';
import { MettleError } from '../../core/index.js';
import { createBudget } from '../wrappers/budget.js';
import { manualClock } from '../wrappers/manual-clock.fixture.js';
import { withEmbeddingBudget } from './embedding-budget.js';
import type { EmbeddingModel, EmbeddingResponse } from './embedding-model.js';
import { withEmbeddingRateLimit } from './embedding-rate-limit.js';
import { withEmbeddingRetry } from './embedding-retry.js';

const response: EmbeddingResponse = { embeddings: [[1]], inputTokens: 3, warnings: [], model: 'test/m' };

const rateLimited = new MettleError({
  code: 'models/rate_limited',
  message: 'Too many calls.',
  details: { transient: true, retryAfterSeconds: 7 },
});

/** An embedding model that does what the function does. */
function model(embed: EmbeddingModel['embed']): EmbeddingModel {
  return { provider: 'test', modelId: 'm', embed };
}

describe('withEmbeddingRetry', () => {
  it('asks again after what the provider told it to wait', async () => {
    const clock = manualClock();
    let calls = 0;
    const busy = model(() => (calls++ === 0 ? Promise.reject(rateLimited) : Promise.resolve(response)));
    const embedded = withEmbeddingRetry(busy, { clock }).embed(['a']);
    await clock.advance(0);
    await clock.advance(7000);
    expect(await embedded).toEqual(response);
    expect(clock.waits).toEqual([7000]);
    expect(calls).toBe(2);
  });

  it('gives up at once on what asking again does not mend', async () => {
    let calls = 0;
    const failing = model(() => {
      calls++;
      return Promise.reject(new TypeError('a mistake'));
    });
    await expect(withEmbeddingRetry(failing).embed(['a'])).rejects.toThrow('a mistake');
    expect(calls).toBe(1);
  });
});

it('withEmbeddingRateLimit lets no more calls in than it may', async () => {
  let inside = 0;
  let most = 0;
  const slow = model(async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
    return response;
  });
  const limited = withEmbeddingRateLimit(slow, { concurrency: 2 });
  await Promise.all(Array.from({ length: 9 }, () => limited.embed(['a'])));
  expect(most).toBe(2);
  expect(() => withEmbeddingRateLimit(slow, { concurrency: 0 })).toThrow('concurrency');
});

describe('withEmbeddingBudget', () => {
  it('counts what the provider counted, and refuses the call that would break the budget', async () => {
    const budget = createBudget({ tokens: 10, cost: 1 });
    const prices = { 'test/m': { input: 2, output: 0 } };
    let calls = 0;
    const counted = model(() => {
      calls++;
      return Promise.resolve(response);
    });
    const limited = withEmbeddingBudget(counted, budget, { prices });
    await limited.embed(['abcdefghi']);
    expect(budget.used()).toMatchObject({ calls: 1, tokens: 3, cost: 0.000006 });
    await expect(limited.embed(['a'.repeat(30)])).rejects.toMatchObject({ code: 'models/budget_exhausted' });
    expect(calls).toBe(1);
  });

  it('needs a price where money is limited', () => {
    const one = model(() => Promise.resolve(response));
    expect(() => withEmbeddingBudget(one, createBudget({ cost: 1 }))).toThrow('price');
  });

  it('gives up a call when the time is up, and counts its texts as read', async () => {
    const clock = manualClock();
    const budget = createBudget({ seconds: 5, clock });
    const hanging = model(() => new Promise(() => undefined));
    const embedded = withEmbeddingBudget(hanging, budget).embed(['abc']);
    const failed = expect(embedded).rejects.toMatchObject({ code: 'models/budget_exhausted' });
    await clock.advance(0);
    await clock.advance(5000);
    await failed;
    expect(budget.used().tokens).toBe(1);
  });

  it('counts no tokens for a call that was refused', async () => {
    const budget = createBudget({ tokens: 10 });
    const refused = withEmbeddingBudget(
      model(() => Promise.reject(rateLimited)),
      budget,
    );
    await expect(refused.embed(['abc'])).rejects.toBe(rateLimited);
    expect(budget.used()).toMatchObject({ calls: 1, tokens: 0 });
  });
});
