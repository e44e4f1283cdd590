import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../core/code-point.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { PythonFloat, PythonObject, type PythonValue } from '../python-value.js';
import { decodeMarshal } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';

const scalar: fc.Arbitrary<PythonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 300n }),
  fc.bigInt({ min: -(2n ** 300n), max: -(2n ** 53n) }),
  fc.double({ noNaN: true }).filter((value) => !Number.isInteger(value) || Object.is(value, -0)),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.string({ unit: codePoint }),
  fc.constantFrom('\ud800', 'a\udfffb', '\ufffd', '\u{1f600}'),
  fc.uint8Array(),
);

const value: fc.Arbitrary<PythonValue> = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    fc
      .array(fc.tuple(fc.integer(), tie('value')), { minLength: 1, maxLength: 4 })
      .map((pairs) => new Map(pairs)),
    fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 4 }).map((items) => new Set(items)),
  ),
})).value;

describe('marshal', () => {
  it('reads back what it writes', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(decodeMarshal(encodeMarshal(given))).toEqual(given);
      }),
    );
  });

  const hasPython = spawnSync('python3', ['-c', '']).status === 0;
  unless(hasPython ? null : 'there is no python3').it('is what Python reads and writes', () => {
    const given: PythonValue = [
      null,
      true,
      1,
      -(2 ** 31) - 1,
      2n ** 64n,
      0.5,
      new PythonFloat(2),
      'ä\ud800',
      new Uint8Array([0, 255]),
      new Set([1]),
      new Map([[1, [2]]]),
      { a: {} },
    ];
    const code = `import marshal, sys
value = marshal.loads(sys.stdin.buffer.read())
assert repr(value) == r"""[None, True, 1, -2147483649, 18446744073709551616, 0.5, 2.0, 'ä\\ud800', b'\\x00\\xff', {1}, {1: [2]}, {'a': {}}]""", repr(value)
sys.stdout.buffer.write(marshal.dumps(value, 2))`;
    const { stdout, stderr } = spawnSync('python3', ['-X', 'utf8', '-c', code], {
      input: encodeMarshal(given),
    });
    expect(stderr.toString()).toBe('');
    expect(decodeMarshal(stdout)).toEqual([
      null,
      true,
      1,
      -(2 ** 31) - 1,
      2n ** 64n,
      0.5,
      2,
      'ä\ud800',
      new Uint8Array([0, 255]),
      new Set([1]),
      new Map([[1, [2]]]),
      { a: {} },
    ]);
  });

  it('never does more than refuse, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeMarshal(bytes);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'sandbox/protocol' });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuses changed data without harm', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.nat(255), (given, place, byte) => {
        const bytes = encodeMarshal(given);
        bytes[place % bytes.length] = byte;
        try {
          decodeMarshal(bytes);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'sandbox/protocol' });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a key named __proto__ a key', () => {
    const given = JSON.parse('{"__proto__": {"polluted": 1}}');
    const read = decodeMarshal(encodeMarshal(given)) as object;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it.each([
    [
      'a cycle',
      () => {
        const list: unknown[] = [];
        list.push(list);
        return list;
      },
    ],
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('x')],
    ['an object of a class', () => new Date(0)],
    ['a Python object', () => new PythonObject('A', '<A>')],
    ['a dict in a set', () => new Set([{}])],
  ])('refuses %s', (_name, make) => {
    expect(() => encodeMarshal([make()] as PythonValue)).toThrow(
      expect.objectContaining({ code: 'sandbox/invalid_value' }),
    );
  });

  it('refuses more bytes than allowed', () => {
    expect(() => encodeMarshal(['x'.repeat(100)], 50)).toThrow(
      expect.objectContaining({ code: 'sandbox/value_too_large' }),
    );
  });
});
