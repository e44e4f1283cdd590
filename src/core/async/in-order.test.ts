import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function* stream(items: readonly number[]): AsyncGenerator<number> {
  yield* items;
}

it('gives results in the order of the items, within both limits, whatever ends first', async () => {
  const cases = fc.record({
    turns: fc.array(fc.nat(6), { maxLength: 20 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
    more: fc.nat(6),
    isStream: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ turns, concurrency, more, isStream }) => {
      const items = turns.map((_, place) => place);
      const ahead = concurrency + more;
      let active = 0;
      let begun = 0;
      const given: number[] = [];
      const work = async (item: number): Promise<number> => {
        begun++;
        active++;
        expect(active).toBeLessThanOrEqual(concurrency);
        expect(begun - given.length).toBeLessThanOrEqual(ahead + 1);
        for (let left = turns[item] ?? 0; left > 0; left--) await turn();
        active--;
        return item;
      };
      for await (const item of inOrder(isStream ? stream(items) : items, concurrency, work, ahead)) {
        given.push(item);
      }
      expect(given).toEqual(items);
    }),
    { numRuns: 40 },
  );
});

it('keeps others going past a slow item as far as it may run ahead', async () => {
  let letGo: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun: number[] = [];
  const results = inOrder(
    [0, 1, 2, 3, 4, 5, 6],
    2,
    async (item) => {
      begun.push(item);
      if (item === 0) await slow;
      return item;
    },
    5,
  );
  const first = results.next();
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  letGo();
  expect(await first).toEqual({ done: false, value: 0 });
  await results.return();
});

it('throws a failure in its turn, begins nothing after it, waits for the rest and ends the stream', async () => {
  const ended: number[] = [];
  let isClosed = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (let item = 0; ; item++) yield item;
    } finally {
      isClosed = true;
    }
  }
  const given: number[] = [];
  const read = async (): Promise<void> => {
    const work = async (item: number): Promise<number> => {
      for (let left = item === 2 ? 4 : 1; left > 0; left--) await turn();
      ended.push(item);
      if (item === 1) throw new Error('item 1');
      return item;
    };
    for await (const item of inOrder(endless(), 3, work)) given.push(item);
  };
  await expect(read()).rejects.toThrow('item 1');
  expect(given).toEqual([0]);
  expect([...ended].sort()).toEqual([0, 1, 2, 3]);
  expect(isClosed).toBe(true);
});
