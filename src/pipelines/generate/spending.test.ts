import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSpending } from './spending.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-spending-'));
afterAll(() => rm(base, { recursive: true }));

const need = { inputTokens: 10, outputTokens: 90, price: { input: 1e6, output: 1e6 } };

it('counts what every process uses, and holds all of them to one budget', async () => {
  const folder = join(base, 'shared');
  const limits = { budget: { calls: 10, tokens: 250 } };
  const [one, other] = [openSpending(folder, limits), openSpending(folder, limits)];
  const first = await one.budget.reserve(need);
  const second = await other.budget.reserve(need);
  expect(one.budget.left()).toMatchObject({ calls: 8, tokens: 50 });
  // A third call doesn't fit until one of the others has used less than it held back.
  let isHeld = false;
  const third = one.budget.reserve(need).then((held) => {
    isHeld = true;
    return held;
  });
  await expect.poll(() => other.budget.left().calls).toBe(8);
  expect(isHeld).toBe(false);
  second.settle({ tokens: 20, cost: 0.5 });
  (await third).settle({ tokens: 100, cost: 0 });
  first.settle({ tokens: 30, cost: 0 });
  for (const each of [one, other, openSpending(folder, limits)]) {
    expect(each.budget.left()).toMatchObject({ calls: 7, tokens: 100 });
    expect(each.words()).toBe('3 model calls, 150 tokens, 0.50 spent');
  }
  const cancelled = await other.budget.reserve(need);
  cancelled.cancel();
  expect(one.budget.left()).toMatchObject({ calls: 7, tokens: 100 });
});

it('never lets calls of several processes at once go over the limit', async () => {
  const folder = join(base, 'race');
  const limits = { budget: { tokens: 1000 } };
  const processes = Array.from({ length: 4 }, () => openSpending(folder, limits));
  const calls = processes.flatMap(({ budget }) =>
    Array.from({ length: 5 }, () =>
      budget.reserve(need).then(
        (held) => {
          held.settle({ tokens: 100, cost: 0 });
          return 'made';
        },
        (error: { readonly code?: string }) => error.code,
      ),
    ),
  );
  const ended = await Promise.all(calls);
  expect(ended.filter((end) => end === 'made')).toHaveLength(10);
  expect(ended.filter((end) => end === 'models/budget_exhausted')).toHaveLength(10);
  expect(processes[0]?.budget.used()).toMatchObject({ tokens: 1000, calls: 10 });
});

it('counts what a killed process had in hand as used, and a torn line as nothing', async () => {
  const folder = join(base, 'killed');
  const limits = { budget: { calls: 10, tokens: 1000 } };
  const held = await openSpending(folder, limits).budget.reserve(need);
  const path = join(folder, 'spent.jsonl');
  const text = await readFile(path, 'utf8');
  const { pid } = spawnSync('true');
  await writeFile(path, text.replace(`"pid":${process.pid}`, `"pid":${pid}`));
  await appendFile(path, '\n{"what":"hold","name":"x","tok');
  const { budget, words } = openSpending(folder, limits);
  expect(budget.left()).toMatchObject({ calls: 9, tokens: 900 });
  (await budget.reserve(need)).settle({ tokens: 7, cost: 0 });
  expect(words()).toBe('2 model calls, 107 tokens, 100.00 spent');
  held.cancel();
});

it('counts seconds from when the first process at work began', async () => {
  const folder = join(base, 'seconds');
  const limits = { budget: { seconds: 100 } };
  openSpending(folder, limits).begin();
  const path = join(folder, 'spent.jsonl');
  const text = await readFile(path, 'utf8');
  const minuteAgo = text.replace(/"at":\d+/, `"at":${Date.now() - 60_000}`);
  await writeFile(path, minuteAgo);
  const left = openSpending(folder, limits).budget.left().seconds;
  expect([left > 20, left <= 40]).toEqual([true, true]);
  await writeFile(path, minuteAgo.replace(/"pid":\d+/, `"pid":${spawnSync('true').pid}`));
  expect(openSpending(folder, limits).budget.left().seconds).toBeGreaterThan(99);
});
