/**
 * Does work on items of a stream, several at a time, and gives the results in the items' order. Reads ahead no further than
 * it must to keep the work going, so that a stream of any length needs the same memory. The first error ends it once what
 * is under way has ended.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = iterate(items);
  const waiting: Slot<Result>[] = [];
  const ahead = concurrency * 4;
  let active = 0;
  let ended = false;
  let wake: () => void = () => undefined;

  const start = (item: Item): void => {
    const slot: Slot<Result> = { done: false, result: undefined, error: undefined };
    waiting.push(slot);
    active++;
    const settle = (): void => {
      slot.done = true;
      active--;
      wake();
    };
    work(item).then(
      (result) => {
        slot.result = { value: result };
        settle();
      },
      (error: unknown) => {
        slot.error = { value: error };
        settle();
      },
    );
  };
  const idle = async (): Promise<void> => {
    while (active > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  try {
    for (;;) {
      while (!ended && active < concurrency && waiting.length < ahead) {
        const next = iterator.next();
        const step = next instanceof Promise ? await next : next;
        if (step.done === true) ended = true;
        else start(step.value);
      }
      const head = waiting[0];
      if (head === undefined) return;
      if (!head.done) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      waiting.shift();
      if (head.error !== undefined) throw head.error.value;
      yield (head.result as { value: Result }).value;
    }
  } finally {
    await idle();
    if (!ended) await iterator.return?.();
  }
}

interface Slot<Result> {
  done: boolean;
  result: { readonly value: Result } | undefined;
  error: { readonly value: unknown } | undefined;
}

function iterate<Item>(items: Iterable<Item> | AsyncIterable<Item>): Iterator<Item> | AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
