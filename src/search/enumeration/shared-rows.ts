import type { Value } from '../language/value-type.js';

/** Lists, rows and grids remembered, a power of 2. */
const SLOTS = 1 << 15;

/** What a list takes in V8 beside its items, and each item. */
const BYTES = { list: 48, item: 8 } as const;

type Row = readonly unknown[];

/**
 * Lets equal lists, rows and grids of kept candidates be one list in memory. Most of what a search keeps repeats those that
 * it has already, so this saves most of the memory, and of the work to collect it. It remembers the last of those
 * whose hashes share a slot; what it has forgotten is kept twice.
 */
export class SharedRows {
  readonly #known: (Row | undefined)[] = new Array<Row | undefined>(SLOTS).fill(undefined);
  /** Of the value shared last; typed, as a plain number of this size would be allocated. */
  readonly #hash = new Int32Array(1);

  #bytes = 0;

  /** About how many bytes the lists take that were not known before. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value, or one that is equal and known. */
  share(value: Value | undefined): Value | undefined {
    if (!Array.isArray(value)) return value;
    if (!Array.isArray(value[0])) {
      return this.#sameOf(value, hashNumbers(value as readonly number[])) as Value;
    }
    const rows = value as readonly Value[];
    let hash = rows.length;
    let own: Value[] | null = null;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Value;
      const known = this.share(row) as Value;
      hash = Math.imul(hash ^ (this.#hash[0] ?? 0), 0x01000193);
      if (known !== row) {
        own ??= rows.slice();
        own[index] = known;
      }
    }
    return this.#sameOf(own ?? rows, hash) as Value;
  }

  #sameOf(list: Row, hash: number): Row {
    this.#hash[0] = hash;
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.#known[slot];
    if (known !== undefined && isSame(known, list)) return known;
    // A copy takes no more than its items, where a list that was made item by item may take several times as much.
    const copy = list.slice();
    this.#bytes += BYTES.list + BYTES.item * list.length;
    this.#known[slot] = copy;
    return copy;
  }
}

/** Mixes four numbers at a time, as those in grids are small. */
function hashNumbers(numbers: readonly number[]): number {
  let hash = ~numbers.length;
  let index = 0;
  for (; index + 3 < numbers.length; index += 4) {
    const first = (numbers[index] ?? 0) ^ ((numbers[index + 1] ?? 0) << 8);
    const second = ((numbers[index + 2] ?? 0) << 16) ^ ((numbers[index + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ first ^ second, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; index < numbers.length; index++) hash = Math.imul(hash ^ (numbers[index] ?? 0), 0x9e3779b1);
  return hash;
}

/** Whether the items are the same: equal numbers, or lists that are one. */
function isSame(left: Row, right: Row): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}
