import type { Steps } from '../../core/index.js';
import { atOnce } from '../../core/internal.js';
import { HASH_SPAN, shinglesOf } from './shingles.js';

/** How alike two texts are from which the later one is a near-duplicate: the Jaccard index of their word 3-shingles. */
export const NEAR_DUPLICATE = 0.8;

/** Slots that shingles are counted in, by hash, and where a count ends. A slot counts all of its shingles: an estimate is enough. */
const SLOTS = 2 ** 24;
const MOST_COUNTED = 2 ** 12 - 1;

/** An earlier text, and how alike it is: the Jaccard index, from 0 to 1. */
export interface NearDuplicate {
  readonly place: number;
  readonly similarity: number;
}

/**
 * For each text the place of an earlier one that it nearly repeats, or null. Texts are compared by the Jaccard index of
 * their sets of word 3-shingles, whatever the case and the punctuation, and only with those that are no near-duplicates
 * themselves.
 */
export function nearDuplicates(
  texts: readonly string[],
  threshold: number = NEAR_DUPLICATE,
): readonly (number | null)[] {
  return atOnce(findNearDuplicates(texts.map(shinglesOf), threshold)).map((found) => found?.place ?? null);
}

/**
 * {@link nearDuplicates} of sets of shingles, in steps of a set or a comparison: the texts need not be held.
 *
 * Nothing is missed, as MinHash does. If all sets are sorted in one order, two sets that are alike enough share one of their first few
 * shingles: so only those are indexed (prefix filter: Chaudhuri, Ganti, Kaushik 2006; Bayardo, Ma, Srikant 2007). The order is
 * rarest first, by an estimate, so that few texts meet; what only one text has is not indexed at all.
 *
 * @param sets - changed on the way: sorted in that order.
 */
export function* findNearDuplicates(
  sets: readonly Float64Array[],
  threshold: number,
): Steps<readonly (NearDuplicate | null)[]> {
  yield* sortRarestFirst(sets);
  const all: (NearDuplicate | null)[] = [];
  const index = new Map<number, number[]>();
  for (const [place, set] of sets.entries()) {
    const prefix = set.subarray(0, set.length - Math.ceil(threshold * set.length) + 1);
    const found = yield* earlierLike(set, prefix, { sets, index, threshold });
    all.push(found);
    yield;
    if (found !== null) continue;
    for (const shingle of prefix) {
      if (shingle < 2 * HASH_SPAN) continue;
      const places = index.get(shingle);
      if (places === undefined) index.set(shingle, [place]);
      else places.push(place);
    }
  }
  return all;
}

function* earlierLike(
  set: Float64Array,
  prefix: Float64Array,
  {
    sets,
    index,
    threshold,
  }: {
    readonly sets: readonly Float64Array[];
    readonly index: ReadonlyMap<number, readonly number[]>;
    readonly threshold: number;
  },
): Steps<NearDuplicate | null> {
  const compared = new Set<number>();
  for (const shingle of prefix) {
    for (const place of index.get(shingle) ?? []) {
      if (compared.has(place)) continue;
      compared.add(place);
      const similarity = jaccard(set, sets[place] as Float64Array);
      if (similarity >= threshold) return { place, similarity };
      yield;
    }
  }
  return null;
}

/** Puts before each hash in how many sets it is, and sorts each set by that. */
function* sortRarestFirst(sets: readonly Float64Array[]): Steps<void> {
  const counts = new Uint16Array(SLOTS);
  for (const set of sets) {
    for (const shingle of set) {
      const slot = shingle % SLOTS;
      if ((counts[slot] as number) < MOST_COUNTED) counts[slot] = (counts[slot] as number) + 1;
    }
    yield;
  }
  for (const set of sets) {
    for (const [at, shingle] of set.entries())
      set[at] = (counts[shingle % SLOTS] as number) * HASH_SPAN + shingle;
    set.sort();
    yield;
  }
}

function jaccard(left: Float64Array, right: Float64Array): number {
  let [shared, at] = [0, 0];
  for (const shingle of left) {
    while (at < right.length && (right[at] as number) < shingle) at++;
    if (right[at] === shingle) shared++;
  }
  return shared / (left.length + right.length - shared);
}
