/**
 * Does work on every item, on at most `limit` at once, and gives the results in the order of the items.
 *
 * After a failure, or once `signal` is aborted, no further item is begun. What has begun is waited for, so that nothing
 * goes on behind the caller's back; then the first failure in the order of the items is thrown, or else the signal's reason.
 * The work hears of the signal only where the caller hands it on.
 */
export async function inParallel<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item, index: number) => PromiseLike<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const failures: { readonly index: number; readonly error: unknown }[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0 && signal?.aborted !== true) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item, index);
      } catch (error) {
        failures.push({ index, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  const [first] = failures.sort((left, right) => left.index - right.index);
  if (first !== undefined) throw first.error;
  if (next < items.length) signal?.throwIfAborted();
  return results;
}
