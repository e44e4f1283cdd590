import type { Steps } from '../core/index.js';
import type { ChangedLines } from './changed-lines.js';

/** Pairs of equal lines looked at between two places where work may be interrupted. */
const PAIRS_A_STEP = 2_000;

/**
 * Where two lists of lines differ around a longest common subsequence, found by the positions at which equal lines
 * stand (Hunt and Szymanski, "A fast algorithm for computing longest common subsequences", 1977): time grows with the
 * pairs of equal lines, times the logarithm of the length.
 */
export function* changedLines(old: Int32Array, now: Int32Array): Steps<readonly ChangedLines[]> {
  const chain = yield* longestChain(old, now);
  const changes: ChangedLines[] = [];
  let [oldEnd, newEnd] = [old.length, now.length];
  for (let link: Link | undefined = chain; ; link = link.before) {
    const [oldAt, newAt] = link === undefined ? [-1, -1] : [link.old, link.now];
    const [oldCount, newCount] = [oldEnd - oldAt - 1, newEnd - newAt - 1];
    if (oldCount > 0 || newCount > 0) {
      changes.push({ oldStart: oldAt + 1, oldCount, newStart: newAt + 1, newCount });
      if (changes.length % PAIRS_A_STEP === 0) yield;
    }
    if (link === undefined) return changes.reverse();
    [oldEnd, newEnd] = [oldAt, newAt];
  }
}

/** A pair of equal lines, and the pair before it in the longest common subsequence that ends with it. */
interface Link {
  readonly old: number;
  readonly now: number;
  readonly before: Link | undefined;
}

function* longestChain(old: Int32Array, now: Int32Array): Steps<Link | undefined> {
  const { starts, places } = yield* placesOf(now);
  /** By length: the chain of that length that ends earliest in `now`, and where it ends. */
  const chains: (Link | undefined)[] = [undefined];
  const ends: number[] = [-1];
  let work = 0;
  for (const [index, number] of old.entries()) {
    let held: Link | undefined;
    let length = 0;
    // A chain found for this line must not be built on by this line: it is put in its place one pair later.
    const keep = (): void => {
      if (held === undefined) return;
      chains[length] = held;
      ends[length] = held.now;
    };
    for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
      if (++work % PAIRS_A_STEP === 0) yield;
      const place = places[at] ?? 0;
      const shorter = lastBelow(ends, length, place);
      if (shorter === undefined || ends[shorter + 1] === place) continue;
      const link: Link = { old: index, now: place, before: chains[shorter] };
      keep();
      held = link;
      length = shorter + 1;
      if (length === chains.length) break;
    }
    keep();
    if (++work % PAIRS_A_STEP === 0) yield;
  }
  return chains.at(-1);
}

/** The last index from `first` on whose number, in this rising list, is below `limit`. */
function lastBelow(rising: readonly number[], first: number, limit: number): number | undefined {
  let [low, high] = [first, rising.length - 1];
  if ((rising[low] ?? limit) >= limit) return undefined;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) < limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where each number stands in a list: those of number n at `places[starts[n]]` up to `places[starts[n + 1]]`, rising. */
function* placesOf(list: Int32Array): Steps<{ readonly starts: Int32Array; readonly places: Int32Array }> {
  let most = -1;
  for (const number of list) most = Math.max(most, number);
  yield;
  const starts = new Int32Array(most + 2);
  for (const number of list) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
  for (let number = 1; number < starts.length; number++) {
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  }
  yield;
  const next = starts.slice();
  const places = new Int32Array(list.length);
  for (const [place, number] of list.entries()) {
    const at = next[number] ?? 0;
    places[at] = place;
    next[number] = at + 1;
  }
  yield;
  return { starts, places };
}
