import { type FeedSpan, fileOfFeed, isFeedSpan, withFeed } from './feed-files.js';
import type { Place } from './wire/events.js';

/** The calls of a feed whose results are awaited: the feed's number, then byte offsets. */
type AwaitedCalls = readonly [feed: number, starts: readonly number[]];

/** Feeds of whose awaited calls is known; beyond them the oldest are forgotten. */
const MAX_AWAITING_FEEDS = 1000;

/** What is known of a worker's session beside its content. It goes with the namespace wherever that goes. */
export interface SessionNotes {
  /** How many feeds the session has had. */
  readonly feeds: number;
  /** The names of the files that they came from. */
  readonly files: readonly FeedSpan[];
  readonly awaited: readonly AwaitedCalls[];
}

/** What is known of a fresh session. */
export const NO_NOTES: SessionNotes = { feeds: 0, files: [], awaited: [] };

/** The notes after one more feed; `file` is null for one of ours. */
export function withFeedNoted(
  notes: SessionNotes,
  file: string | null,
  awaitedCalls: readonly number[],
): SessionNotes {
  const { feeds, files, awaited } = notes;
  const added: AwaitedCalls = [feeds, awaitedCalls];
  return {
    feeds: feeds + 1,
    files: withFeed(files, feeds, file),
    awaited: awaitedCalls.length === 0 ? awaited : [...awaited, added].slice(-MAX_AWAITING_FEEDS),
  };
}

/** Whether code of the session came from a file of the tree. */
export function cameFromFile({ files }: SessionNotes): boolean {
  return files.some(([, file]) => typeof file === 'string');
}

/** The name of the file behind the worker's name for a feed; null for what is not the user's. */
export function fileBehind(notes: SessionNotes, name: string): string | null {
  const feed = feedNumber(name);
  return feed === null ? null : fileOfFeed(notes.files, feed);
}

/** Whether the result of the call at a place is awaited. */
export function isAwaitedCall({ awaited }: SessionNotes, { file, start }: Place): boolean {
  if (awaited.length === 0) return false;
  const feed = feedNumber(file);
  return awaited.some(([number, starts]) => number === feed && starts.includes(start));
}

/** Reads notes back from JSON; null for anything else. */
export function parseNotes(value: unknown): SessionNotes | null {
  if (typeof value !== 'object' || value === null) return null;
  const [feeds, files, awaited] = ['feeds', 'files', 'awaited'].map((name): unknown =>
    Reflect.get(value, name),
  );
  if (!isCount(feeds) || !isList(files, isFeedSpan) || !isList(awaited, isAwaitedCalls)) return null;
  return { feeds, files, awaited };
}

function feedNumber(name: string): number | null {
  const digits = /^<python-input-(\d{1,15})>$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

function isAwaitedCalls(value: unknown): value is AwaitedCalls {
  return Array.isArray(value) && value.length === 2 && isCount(value[0]) && isList(value[1], isCount);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}
