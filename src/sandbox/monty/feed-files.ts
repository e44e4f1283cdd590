/**
 * From this feed on, feeds come from one file, from no file of the user's (null), or from runs whose numbers count up
 * with the feeds: then the number is that of the first.
 */
export type FeedSpan = readonly [firstFeed: number, file: string | number | null];

/** Spans that are kept; beyond them the oldest half is forgotten. */
const MAX_SPANS = 10_000;
const RUN_FILE = /^<run ([1-9]\d{0,14})>$/;

/** The spans with one more feed, which comes after all of theirs; the same array unless a span had to be added. */
export function withFeed(spans: readonly FeedSpan[], feed: number, file: string | null): readonly FeedSpan[] {
  const last = spans.at(-1);
  if (last !== undefined && fileIn(last, feed) === file) return spans;
  const run = file === null ? undefined : RUN_FILE.exec(file)?.[1];
  const kept = spans.length < MAX_SPANS ? spans : spans.slice(-MAX_SPANS / 2);
  return [...kept, [feed, run === undefined ? file : Number(run)]];
}

/** The name of the file that a feed came from; null for one that is not the user's or is forgotten. */
export function fileOfFeed(spans: readonly FeedSpan[], feed: number): string | null {
  const span = spans[spanAt(spans, feed)];
  return span === undefined ? null : fileIn(span, feed);
}

/** Whether this is a span, for reading it back. */
export function isFeedSpan(value: unknown): value is FeedSpan {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [feed, file] = value as unknown[];
  return isCount(feed) && (file === null || typeof file === 'string' || isCount(file));
}

function fileIn([first, file]: FeedSpan, feed: number): string | null {
  return typeof file === 'number' ? `<run ${file + feed - first}>` : file;
}

/** The index of the last span that starts at this feed or before it; -1 when there is none. */
function spanAt(spans: readonly FeedSpan[], feed: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.[0] ?? 0) <= feed) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
