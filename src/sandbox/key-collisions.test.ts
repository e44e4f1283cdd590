import { describe, expect, it } from 'vitest';
import { decodeMarshal } from './cpython/marshal-decode.js';
import { encodeMarshal } from './cpython/marshal-encode.js';
import { Arena } from './monty/wire/arena-reader.js';
import { ArenaWriter } from './monty/wire/arena-writer.js';
import { WireReader } from './monty/wire/reader.js';
import type { PythonValue } from './python-value.js';

const BITS = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));

/** Undoes `h ^= h >> shift`. */
function unshifted(hash: bigint, shift: bigint): bigint {
  let before = hash;
  for (let done = shift; done < 64n; done += shift) before = hash ^ (before >> shift);
  return before;
}

/** What a factor times 1 modulo 2^64 is undone by. */
function inverse(factor: bigint): bigint {
  let found = 1n;
  for (let step = 0; step < 7; step++) found = (found * (2n - factor * found)) & BITS;
  return found;
}

/** One of the numbers of 64 bits that V8 gives the hash 5. */
function preimage(index: number): bigint {
  let bits = (unshifted((BigInt(index) << 30n) | 5n, 22n) * inverse(65n)) & BITS;
  bits = (unshifted(bits, 11n) * inverse(21n)) & BITS;
  return ((unshifted(bits, 31n) + 1n) * inverse((1n << 18n) - 1n)) & BITS;
}

const COUNT = 3_000;
const indices = Array.from({ length: COUNT }, (_, index) => index + 1);

function doubleOf(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

const COLLIDING: readonly (readonly [what: string, keys: readonly (number | bigint)[]])[] = [
  ['integers with the same lowest bits', indices.map((index) => BigInt(index) << 64n)],
  ['negative ones', indices.map((index) => -(BigInt(index) << 64n))],
  ['integers of 64 bits', indices.map((index) => preimage(index) + (1n << 64n))],
  ['floats', indices.map((index) => doubleOf(preimage(index))).filter((number) => !Number.isNaN(number))],
];

const ORDINARY: readonly (readonly [what: string, keys: readonly (number | bigint)[]])[] = [
  ['small integers', indices],
  ['multiples of a power of two', indices.map((index) => index * 65_536)],
  ['milliseconds', indices.map((index) => 1_700_000_000_000 + index * 60_000)],
  ['sevenths', indices.map((index) => index / 7)],
  ['integers beyond 2^53', indices.map((index) => 2n ** 64n + BigInt(index) * 1_000_003n)],
];

function decodedArena(value: PythonValue): PythonValue {
  const writer = new ArenaWriter(1 << 24);
  const index = writer.value(value, 'the value');
  const arena = new Arena();
  arena.read(new WireReader(writer.take()));
  return arena.value(index);
}

const DECODERS = [
  ['marshal', (value: PythonValue) => decodeMarshal(encodeMarshal(value))],
  ['an arena', decodedArena],
] as const;

function secondsToCollect(keys: readonly (number | bigint)[]): number {
  const start = process.cpuUsage();
  new Set(keys);
  return process.cpuUsage(start).user;
}

describe.each(DECODERS)('numbers that collide in a hash table, in %s', (_name, decode) => {
  const refused = expect.objectContaining({ code: 'sandbox/value_too_large' });

  it.each(COLLIDING)('are refused: %s', (_what, keys) => {
    expect(() => decode(new Set(keys))).toThrow(refused);
    expect(() => decode(new Map(keys.map((key) => [key, null])))).toThrow(refused);
  });

  it.each(ORDINARY)('are told from ordinary ones: %s', (_what, keys) => {
    expect(decode(new Set(keys))).toEqual(new Set(keys));
    expect(decode(new Map(keys.map((key) => [key, null])))).toEqual(new Map(keys.map((key) => [key, null])));
  });

  it('are let through where they are few', () => {
    const few = new Set(indices.slice(0, 200).map((index) => BigInt(index) << 64n));
    expect(decode([few, few])).toEqual([few, few]);
  });
});

describe('the hash that V8 gives numbers', () => {
  it.each(COLLIDING)('is still the one that is looked at: %s', (_what, keys) => {
    const ordinary = secondsToCollect(indices.map((index) => BigInt(index) * 1_000_003n + 2n ** 60n));
    expect(secondsToCollect(keys)).toBeGreaterThan(3 * ordinary);
  });
});
