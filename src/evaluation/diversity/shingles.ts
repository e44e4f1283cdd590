/** Words of a shingle. */
const SHINGLE_WORDS = 3;

const WORD = /[\p{L}\p{N}]+/gu;

/** What separates the hashes of shingles from what is put before them: hashes are below it. */
export const HASH_SPAN: number = 2 ** 40;

/**
 * The hashes of the runs of three words in a text, each once, in no order; of all of its words where there are fewer. Case and punctuation
 * don't matter. A hash has 40 bits: that two runs of two texts of a thousand words share one by chance is one in a million.
 */
export function shinglesOf(text: string): Float64Array {
  const words = Array.from(text.toLowerCase().match(WORD) ?? [], hashOf);
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  const hashes = new Set<number>();
  for (let start = 0; start < count; start++) {
    let [low, high] = [0x9e3779b9, 0x85ebca6b];
    for (let at = start; at < Math.min(words.length, start + SHINGLE_WORDS); at++) {
      const word = words[at] as number;
      low = mixed(low ^ word);
      high = mixed((high + Math.imul(word, 0xc2b2ae35)) | 0);
    }
    hashes.add((high >>> 24) * 2 ** 32 + (low >>> 0));
  }
  return Float64Array.from(hashes);
}

/** A word as 32 bits (FNV-1a, mixed as MurmurHash3 does it at its end). */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
