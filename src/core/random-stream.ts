import { createHash } from 'node:crypto';
import { coreError } from './error-codes.js';

/**
 * A deterministic stream of pseudo-random numbers, named so that each use of random numbers has its own stream: drawing
 * more from one never shifts another. The same seed and name give the same numbers on every machine.
 *
 * Generator: sfc32 by Chris Doty-Humphrey (PractRand), its 128-bit state taken from SHA-256 of seed and name. Not for
 * secrets.
 *
 * @example
 * ```ts
 * import { RandomStream } from 'mettle';
 *
 * const numbers = (seed) => new RandomStream(seed, 'dice').next().toFixed(3);
 * console.log(numbers(1) === numbers(1), numbers(1) === numbers(2)); // → true false
 * ```
 */
export class RandomStream {
  readonly #seed: number;
  readonly #name: string;
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  /**
   * @param seed - a safe integer; the one number a run is repeated from.
   * @param name - what the chance is used for, for example `tasks` or `search/mutation`.
   * @throws {MettleError} `core/invalid_seed` when `seed` is no safe integer.
   */
  constructor(seed: number, name: string) {
    if (!Number.isSafeInteger(seed)) {
      throw coreError('invalid_seed', `A seed is a whole number; got ${seed}.`);
    }
    this.#seed = seed;
    this.#name = name;
    const digest = createHash('sha256').update(`${seed}\u0000${name}`).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    this.#counter = digest.readInt32LE(12);
    for (let i = 0; i < 12; i++) this.#next32();
  }

  /** A stream of its own below this one's name, independent of how much was drawn here. */
  child(name: string): RandomStream {
    return new RandomStream(this.#seed, `${this.#name}/${name}`);
  }

  /** A number in [0, 1) with 53 random bits. */
  next(): number {
    const high = this.#next32() >>> 5;
    const low = this.#next32() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low) {
      throw coreError('invalid_range', `No whole number from ${low} to ${high}.`);
    }
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Whether an event of this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * One item, each as likely as the next.
   * @throws {MettleError} `core/nothing_to_pick` for an empty list.
   */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) {
      throw coreError('nothing_to_pick', 'Cannot pick from an empty list.');
    }
    return items[this.integer(0, items.length - 1)] as T;
  }

  /** A new list with the same items in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
    }
    return shuffled;
  }

  /** Up to `count` distinct items, in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count);
  }

  #next32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum;
  }
}
