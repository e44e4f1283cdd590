/**
 * Works on many items, up to `concurrency` at once, and gives the results in the order of the items. It runs ahead of the
 * reader by no more than `concurrency` items. A failure is thrown when its turn comes, and nothing new is begun after it.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  let next = 0;
  try {
    for (;;) {
      while (running.length < concurrency && next < items.length) {
        const promise = work(items[next++] as Item);
        promise.catch(() => undefined);
        running.push(promise);
      }
      const first = running.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(running);
  }
}
