import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MAX_INTEGER_BITS, MAX_INTEGERS_BYTES } from '../integers.js';
import { decodeMarshal, decodeMarshalInTurns, decodeMarshalSteps } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';

const LARGEST = 2n ** BigInt(MAX_INTEGER_BITS) - 1n;
const tooLarge = expect.objectContaining({ code: 'sandbox/value_too_large' });

/** The head of a list of so many members, and an integer of so many digits of fifteen bits. */
function listOf(count: number, digits: number): Buffer {
  const head = Buffer.alloc(5);
  head.write('[');
  head.writeInt32LE(count, 1);
  const long = Buffer.alloc(5 + digits * 2, 0x55);
  long.write('l');
  long.writeInt32LE(digits, 1);
  return Buffer.concat([head, ...Array.from({ length: count }, () => long)]);
}

describe('integers in marshal', () => {
  it('are read as they were written, whatever their bits', () => {
    const bits = fc.integer({ min: 1, max: MAX_INTEGER_BITS });
    fc.assert(
      fc.property(bits, fc.bigInt({ min: 0n, max: 2n ** 80n }), fc.boolean(), (size, low, negative) => {
        const magnitude = (2n ** BigInt(size - 1)) ^ (low % 2n ** BigInt(size - 1));
        const given = negative ? -magnitude : magnitude;
        const read = decodeMarshal(encodeMarshal(given));
        expect(BigInt(read as number)).toBe(given);
      }),
    );
  });

  it.each([-1n, 1n])('are numbers up to 2^53 - 1 and bigints from there on, times %d', (sign) => {
    const edge = 2n ** 53n;
    for (const given of [edge - 2n, edge - 1n])
      expect(decodeMarshal(encodeMarshal(sign * given))).toBe(Number(sign * given));
    for (const given of [edge, edge + 1n, edge + 2n])
      expect(decodeMarshal(encodeMarshal(sign * given))).toBe(sign * given);
  });

  const hasPython = spawnSync('python3', ['-c', '']).status === 0;
  unless(hasPython ? null : 'there is no python3').it('are those of Python at every edge', () => {
    const exponents = [
      14,
      15,
      16,
      29,
      30,
      31,
      32,
      52,
      53,
      54,
      60,
      63,
      64,
      75,
      120,
      1000,
      MAX_INTEGER_BITS - 1,
    ];
    const given = exponents.flatMap((exponent) => [
      2n ** BigInt(exponent) - 1n,
      -(2n ** BigInt(exponent)),
      LARGEST,
    ]);
    const code =
      'import marshal, sys\nsys.set_int_max_str_digits(0)\nvalue = marshal.loads(sys.stdin.buffer.read())\n' +
      `assert value == [n for e in ${JSON.stringify(exponents)} for n in (2**e - 1, -2**e, 2**${MAX_INTEGER_BITS} - 1)]\n` +
      'sys.stdout.buffer.write(marshal.dumps(value, 2))';
    const input = encodeMarshal(given);
    const { stdout, stderr } = spawnSync('python3', ['-c', code], { input });
    expect(stderr.toString()).toBe('');
    expect((decodeMarshal(stdout) as (number | bigint)[]).map(BigInt)).toEqual(given);
  });

  it('are refused beyond the limit in both directions', () => {
    expect(decodeMarshal(encodeMarshal(-LARGEST))).toBe(-LARGEST);
    expect(() => encodeMarshal([LARGEST + 1n])).toThrow(tooLarge);
    expect(() => encodeMarshal([-LARGEST - 1n])).toThrow(tooLarge);
    expect(() => decodeMarshal(listOf(1, 4370))).toThrow(tooLarge);
    expect(() => decodeMarshal(listOf(30, 1_000_000))).toThrow(tooLarge);
  });

  it('are refused when all of a value take too much together', () => {
    const digits = 4000;
    const most = Math.floor(MAX_INTEGERS_BYTES / Math.ceil((digits * 15) / 8));
    expect(decodeMarshal(listOf(most, digits))).toHaveLength(most);
    expect(() => decodeMarshal(listOf(most + 1, digits))).toThrow(tooLarge);
  });
});

describe('a large value', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, tags: ['a', `tag ${index}`] }));

  it('is read in steps of a bounded number of parts', () => {
    const steps = decodeMarshalSteps(encodeMarshal(rows));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(step.value).toEqual(rows);
    expect(count).toBeGreaterThan(20);
  });

  it('is read in turns, and a small one at once', async () => {
    expect(decodeMarshalInTurns(encodeMarshal([1]))).toEqual([1]);
    expect(await decodeMarshalInTurns(encodeMarshal(rows))).toEqual(rows);
  });

  it('of nothing but halves of characters is read exactly', () => {
    const text = `${'\ud800'.repeat(1000)}ä\u{1f600}${'\udfff\ufffd'.repeat(1000)}`;
    expect(decodeMarshal(encodeMarshal(text))).toBe(text);
  });
});
