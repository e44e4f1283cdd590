import { WaitingLine } from './waiting-line.js';

interface Work<Result> {
  readonly result: Promise<Result>;
  isDone: boolean;
}

/**
 * Works on items, up to `concurrency` at once, and gives the results in the order of the items. It runs ahead of the reader
 * by no more than `ahead` items, so that a stream of any length needs the same memory. A failure is thrown when its turn
 * comes. Then nothing new is begun, and what is under way is waited for.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
  ahead: number = concurrency,
): AsyncGenerator<Result, void, undefined> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const begun: Work<Result>[] = [];
  const doneOne = new WaitingLine();
  let active = 0;
  let isOver = false;

  const begin = (item: Item): void => {
    const one: Work<Result> = { result: work(item), isDone: false };
    const end = (): void => {
      one.isDone = true;
      active--;
      doneOne.serveAll();
    };
    begun.push(one);
    active++;
    one.result.then(end, end);
  };

  try {
    for (;;) {
      while (!isOver && active < concurrency && begun.length < ahead) {
        const step = await iterator.next();
        if (step.done === true) isOver = true;
        else begin(step.value);
      }
      const [first] = begun;
      if (first === undefined) return;
      if (first.isDone) yield await (begun.shift() as Work<Result>).result;
      else await doneOne.wait();
    }
  } finally {
    await Promise.allSettled(begun.map(({ result }) => result));
    if (!isOver) await iterator.return?.();
  }
}
