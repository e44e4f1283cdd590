import { expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.js';

it('does one piece of work after another, past failures', async () => {
  const queue = new OneAtATime();
  const told: string[] = [];
  const piece = (name: string, fails = false) =>
    queue.run(async () => {
      told.push(`${name} begins`);
      await Promise.resolve();
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([piece('a'), piece('b', true), piece('c')]);
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('leaves out a piece whose signal is aborted while it waits, and lets a piece that has begun end', async () => {
  const queue = new OneAtATime();
  const controller = new AbortController();
  const told: string[] = [];
  let end: () => void = () => undefined;
  const running = queue.run(() => new Promise<void>((resolve) => (end = resolve)), controller.signal);
  const given = queue.run(() => told.push('left out'), controller.signal);
  const last = queue.run(() => told.push('last'));
  controller.abort('enough');
  await expect(given).rejects.toBe('enough');
  expect(told).toEqual([]);
  end();
  await Promise.all([running, last]);
  expect(told).toEqual(['last']);
});
