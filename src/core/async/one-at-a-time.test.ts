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
