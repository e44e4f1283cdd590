import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../core/code-point.fixture.js';
import { PythonFloat, type PythonValue } from '../../python-value.js';
import { Arena } from './arena-reader.js';
import { ArenaWriter } from './arena-writer.js';
import { WireReader } from './reader.js';

/** An arena with one value, and the index of it. */
function written(value: unknown, maxBytes = 1 << 24): { readonly arena: Arena; readonly index: number } {
  const writer = new ArenaWriter(maxBytes);
  const index = writer.value(value, 'the value');
  const arena = new Arena();
  arena.read(new WireReader(writer.take()));
  return { arena, index };
}

function roundTrip(value: unknown): PythonValue {
  const { arena, index } = written(value);
  return arena.value(index);
}

const wellFormed = fc.string({ unit: codePoint });

const { value: anyValue } = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.bigInt().filter((n) => n > BigInt(Number.MAX_SAFE_INTEGER) || n < -BigInt(Number.MAX_SAFE_INTEGER)),
    fc.double().filter((n) => !Number.isSafeInteger(n)),
    wellFormed,
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(wellFormed, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    fc.array(fc.oneof(fc.integer(), wellFormed), { maxLength: 5 }).map((items) => new Set(items)),
    fc
      .array(fc.tuple(fc.integer(), tie('value')), { minLength: 1, maxLength: 5 })
      .map((entries) => new Map<PythonValue, PythonValue>(entries)),
  ),
}));

describe('values on the wire', () => {
  it('come back as they went', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(roundTrip(value)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('keep integers of any size exact', () => {
    for (const bits of [31n, 32n, 53n, 62n, 63n, 64n, 65n, 127n, 1000n]) {
      for (const delta of [-1n, 0n, 1n]) {
        for (const sign of [1n, -1n]) {
          const value = sign * (2n ** bits + delta);
          expect(BigInt(roundTrip(value) as bigint | number)).toBe(value);
        }
      }
    }
  });

  it.each([1n, -1n])('are numbers up to 2^53 - 1 and bigints from there on, times %d', (sign) => {
    const edge = 2n ** 53n;
    expect(roundTrip(sign * (edge - 1n))).toBe(Number(sign * (edge - 1n)));
    for (const value of [edge, edge + 1n, edge + 2n]) expect(roundTrip(sign * value)).toBe(sign * value);
    // The same as a message of sign and magnitude, in which a worker sends what has more than 64 bits.
    const sent = (magnitude: bigint): PythonValue => {
      const bytes = Buffer.from(magnitude.toString(16).padStart(14, '0'), 'hex');
      const writer = new ArenaWriter(1 << 20);
      const index = writer.message(6, Buffer.from([8, sign < 0n ? 1 : 0, 18, bytes.length, ...bytes]));
      const arena = new Arena();
      arena.read(new WireReader(writer.take()));
      return arena.value(index);
    };
    expect(sent(edge - 1n)).toBe(Number(sign * (edge - 1n)));
    expect(sent(edge)).toBe(sign * edge);
  });

  it('refuse integers that are too large to cross, alone or as a tree', () => {
    const largest = 2n ** 65_536n - 1n;
    const whole = written([-largest, largest]);
    expect(whole.arena.value(whole.index)).toEqual([-largest, largest]);
    expect(whole.arena.hasLargeIntegers(whole.index)).toBe(false);
    expect(() => written([1n, largest + 1n])).toThrow('more than 65536 bits');
    const writer = new ArenaWriter(1 << 20);
    const one = writer.value(largest, 'it');
    const many = writer.sequence(
      'list',
      Array.from({ length: 257 }, () => one),
    );
    const magnitude = Buffer.concat([Buffer.from([18, 0x81, 0x40, 1]), Buffer.alloc(8192)]);
    const larger = writer.message(6, magnitude);
    const holder = writer.sequence('tuple', [larger]);
    const arena = new Arena();
    arena.read(new WireReader(writer.take()));
    expect([one, many, larger, holder].map((index) => arena.hasLargeIntegers(index))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('keep floats floats, and -0', () => {
    expect(roundTrip(new PythonFloat(2))).toBe(2);
    expect(roundTrip(-0)).toBe(-0);
    expect(roundTrip(Number.NaN)).toBeNaN();
  });

  it('are refused with the place of the fault', () => {
    const bad = { rows: [1, { when: new Date(0) }] };
    expect(() => new ArenaWriter(1 << 20).value(bad, 'input "data"')).toThrow(
      'input "data"["rows"][1]["when"] is an object of class Date',
    );
  });

  it('stop at their limit, also when they share exponentially', () => {
    let shared: PythonValue = ['x'];
    for (let level = 0; level < 30; level++) shared = [shared, shared];
    expect(() => written(shared, 100_000)).toThrow('100000 bytes');
  });

  it('write the keys of many records once', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ identifier: id, description: 'd' }));
    const writer = new ArenaWriter(1 << 20);
    writer.value(rows, 'rows');
    expect(writer.take().toString('latin1').split('identifier')).toHaveLength(2);
    expect(roundTrip(rows)).toEqual(rows);
  });

  it('are as deep and as large as the tree that they stand for', () => {
    const flat = written([1, 2, 3]);
    expect(flat.arena.isTooDeep(flat.index)).toBe(false);
    let deep: PythonValue = 1;
    for (let level = 0; level < 32; level++) deep = level % 2 === 0 ? [deep] : { k: deep };
    const deepest = written(deep);
    expect(deepest.arena.isTooDeep(deepest.index)).toBe(false);
    const writer = new ArenaWriter(1 << 20);
    const deeper = writer.sequence('list', [writer.value(deep, 'it')]);
    const arena = new Arena();
    arena.read(new WireReader(writer.take()));
    expect(arena.isTooDeep(deeper)).toBe(true);
  });

  it('that share each other are made once, and counted as often as they are held', () => {
    const writer = new ArenaWriter(1 << 20);
    let index = writer.value('leaf', 'it');
    for (let level = 0; level < 30; level++) index = writer.sequence('list', [index, index]);
    const arena = new Arena();
    arena.read(new WireReader(writer.take()));
    const value = arena.value(index) as readonly PythonValue[];
    expect(value[0]).toBe(value[1]);
    expect(arena.treeBytes(index)).toBeGreaterThan(2 ** 30);
  });
});
