/** Words of a shingle. */
const SHINGLE_WORDS = 3;

/** How alike two texts are from which the later one is a near-duplicate: the Jaccard index of their word 3-shingles. */
const NEAR_DUPLICATE = 0.8;

/**
 * For each text the place of an earlier one that it nearly repeats, or null. Texts are compared by the Jaccard index of
 * their sets of word 3-shingles, whatever the case and the punctuation, and only with those that are no near-duplicates
 * themselves.
 *
 * The search is exact. Two sets that are alike enough share one of their first few shingles, if both are sorted rarest
 * first: so only those are indexed (prefix filter: Chaudhuri, Ganti, Kaushik 2006; Bayardo, Ma, Srikant 2007).
 */
export function nearDuplicates(
  texts: readonly string[],
  threshold: number = NEAR_DUPLICATE,
): readonly (number | null)[] {
  const sets = rarestFirst(texts.map(shinglesOf));
  const index = new Map<number, number[]>();
  return sets.map((set, place) => {
    const prefix = set.subarray(0, set.length - Math.ceil(threshold * set.length) + 1);
    const compared = new Set<number>();
    for (const shingle of prefix) {
      for (const earlier of index.get(shingle) ?? []) {
        if (compared.has(earlier)) continue;
        compared.add(earlier);
        if (jaccard(set, sets[earlier] as Int32Array) >= threshold) return earlier;
      }
    }
    for (const shingle of prefix) {
      const places = index.get(shingle);
      if (places === undefined) index.set(shingle, [place]);
      else places.push(place);
    }
    return null;
  });
}

/** The runs of three words in a text; all of its words where there are fewer. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const shingles = new Set<string>();
  for (let start = 0; start === 0 || start + SHINGLE_WORDS <= words.length; start++) {
    shingles.add(words.slice(start, start + SHINGLE_WORDS).join(' '));
  }
  return shingles;
}

/** The sets as numbers, ascending: the rarer a shingle is in all of them, the lower its number. */
function rarestFirst(sets: readonly ReadonlySet<string>[]): readonly Int32Array[] {
  const counts = new Map<string, number>();
  for (const set of sets) for (const shingle of set) counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => left - right);
  const numbers = new Map(sorted.map(([shingle], number) => [shingle, number]));
  return sets.map((set) => Int32Array.from(set, (shingle) => numbers.get(shingle) as number).sort());
}

function jaccard(left: Int32Array, right: Int32Array): number {
  let [shared, at] = [0, 0];
  for (const shingle of left) {
    while (at < right.length && (right[at] as number) < shingle) at++;
    if (right[at] === shingle) shared++;
  }
  return shared / (left.length + right.length - shared);
}
