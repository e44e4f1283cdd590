import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.js';

/** Work that settles when it is told to. */
function controlled(): {
  readonly begun: number[];
  readonly work: (item: number) => Promise<string>;
  readonly settle: (item: number, error?: Error) => Promise<void>;
} {
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  return {
    begun,
    work: (item) => {
      begun.push(item);
      return new Promise((resolve, reject) => {
        ends.set(item, (error) => (error === undefined ? resolve(`done ${item}`) : reject(error)));
      });
    },
    settle: async (item, error) => {
      ends.get(item)?.(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('works on so many items at once, and gives results in their order', async () => {
  const { begun, work, settle } = controlled();
  const all = inParallel(2, [0, 1, 2, 3], work);
  expect(begun).toEqual([0, 1]);
  await settle(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const item of [2, 3, 0]) await settle(item);
  expect(await all).toEqual(['done 0', 'done 1', 'done 2', 'done 3']);
  expect(await inParallel(2, [], work)).toEqual([]);
});

it('begins nothing after a failure, waits for what runs, and throws the first failure by place', async () => {
  const { begun, work, settle } = controlled();
  let isOver = false;
  const all = inParallel(2, [0, 1, 2], work).finally(() => {
    isOver = true;
  });
  all.catch(() => undefined);
  await settle(1, new Error('second'));
  expect([begun, isOver]).toEqual([[0, 1], false]);
  await settle(0, new Error('first'));
  await expect(all).rejects.toThrow('first');
  expect(begun).toEqual([0, 1]);
});

it('begins nothing once its signal is aborted, and keeps results that are all there', async () => {
  const { begun, work, settle } = controlled();
  const controller = new AbortController();
  const some = inParallel(1, [0, 1], work, controller.signal);
  some.catch(() => undefined);
  const whole = inParallel(1, [5], work, controller.signal);
  controller.abort('enough');
  await settle(0);
  await settle(5);
  await expect(some).rejects.toBe('enough');
  expect(await whole).toEqual(['done 5']);
  expect(begun).toEqual([0, 5]);
});
