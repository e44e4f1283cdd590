import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSpending } from './spending.js';

const folder = await mkdtemp(join(tmpdir(), 'mettle-spending-'));
afterAll(() => rm(folder, { recursive: true }));

const usage = {
  inputTokens: 3,
  outputTokens: 4,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

it('counts all calls but the one whose line a kill tore off', async () => {
  const limits = { budget: { calls: 10 } };
  const first = await openSpending(folder, '1-of-1', limits);
  for (let call = 0; call < 2; call++) first.meter.count('a/b', { usage }, 1);
  await appendFile(join(folder, '1-of-1', 'spent.jsonl'), '\n{"model":"a/b","cal');
  const second = await openSpending(folder, '1-of-1', limits);
  second.meter.count('a/b', { usage }, 1);
  const third = await openSpending(folder, '1-of-1', limits);
  expect(third.words()).toBe('3 model calls, 21 tokens');
  expect(third.budget?.left()).toMatchObject({ calls: 7 });
});
