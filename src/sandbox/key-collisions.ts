import { sandboxError } from './error-codes.js';
import type { PythonValue } from './python-value.js';

/** Keys of one dict or set that are not looked at: so few are no burden whatever they are. */
const FREE_KEYS = 256;

/** Keys that may share their lowest sixteen bits of hash, beside a share of the whole that chance does not reach. */
const FREE_COLLISIONS = 256;
const KEYS_PER_COLLISION = 16_384;

const ALL_BITS = (1n << 64n) - 1n;

/**
 * Refuses dicts and sets whose numbers were chosen to collide. JavaScript hashes numbers without a secret, and integers
 * beyond 2^53 by their lowest 64 bits alone, so that n such keys can take it n² steps. Texts have a secret.
 */
export class KeyCollisions {
  #found: Map<number, number> | null = null;
  #keys = 0;

  /** @throws {MettleError} `sandbox/value_too_large` where too many keys so far collide. */
  take(key: PythonValue): void {
    this.#keys++;
    if (this.#keys <= FREE_KEYS || (typeof key !== 'number' && typeof key !== 'bigint')) return;
    this.#found ??= new Map();
    const place = hashOf(key) & 0xffff;
    const count = (this.#found.get(place) ?? 0) + 1;
    this.#found.set(place, count);
    if (count <= FREE_COLLISIONS + this.#keys / KEYS_PER_COLLISION) return;
    throw sandboxError(
      'value_too_large',
      'the value holds a dict or set of numbers that collide in a hash table; pass it as a list of pairs or of members',
    );
  }
}

const BITS = new DataView(new ArrayBuffer(8));

/** The hash that V8 gives a number, its lowest bits at least. */
function hashOf(key: number | bigint): number {
  if (typeof key === 'bigint') return longHash(key < 0n ? -key : key);
  if (key === (key | 0)) return shortHash(key);
  BITS.setFloat64(0, key);
  return longHash(BITS.getBigUint64(0));
}

function shortHash(key: number): number {
  let hash = (~key + (key << 15)) | 0;
  hash ^= hash >>> 12;
  hash = (hash + (hash << 2)) | 0;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  return hash ^ (hash >>> 16);
}

function longHash(key: bigint): number {
  const low = key & ALL_BITS;
  let hash = (~low + (low << 18n)) & ALL_BITS;
  hash ^= hash >> 31n;
  hash = (hash * 21n) & ALL_BITS;
  hash ^= hash >> 11n;
  hash = (hash + (hash << 6n)) & ALL_BITS;
  hash ^= hash >> 22n;
  return Number(hash & 0xffffn);
}
