import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonFloat, type PythonValue } from '../../python-value.js';
import { WireReader } from './reader.js';
import { decodeValue } from './value-decoder.js';
import { encodeValue } from './value-encoder.js';
import { WireWriter } from './writer.js';

function roundTrip(value: unknown): PythonValue {
  const writer = new WireWriter();
  encodeValue(writer, value, 1 << 24, 'the value');
  return decodeValue(new WireReader(writer.take()));
}

const wellFormed = fc.string({ unit: 'binary' });

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

  it('keep floats floats, and -0', () => {
    expect(roundTrip(new PythonFloat(2))).toBe(2);
    expect(roundTrip(-0)).toBe(-0);
    expect(roundTrip(Number.NaN)).toBeNaN();
  });

  it('are refused with the place of the fault', () => {
    const writer = new WireWriter();
    const bad = { rows: [1, { when: new Date(0) }] };
    expect(() => encodeValue(writer, bad, 1 << 20, 'input "data"')).toThrow(
      'input "data"["rows"][1]["when"] is an object of class Date',
    );
  });

  it('stop at their limit, also when they share exponentially', () => {
    let shared: PythonValue = ['x'];
    for (let level = 0; level < 30; level++) shared = [shared, shared];
    const writer = new WireWriter();
    expect(() => encodeValue(writer, shared, 100_000, 'it')).toThrow('100000 bytes');
    expect(writer.length).toBeLessThan(1 << 22);
  });
});
