import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';

describe('canonicalJson', () => {
  it('sorts keys by UTF-16 code units at every depth', () => {
    expect(canonicalJson({ b: 1, a: { d: [true, null], c: 'x' } })).toBe(
      '{"a":{"c":"x","d":[true,null]},"b":1}',
    );
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, '\u0080': 5 })).toBe(
      '{"\\r":2,"1":3,"\u0080":5,"\u20ac":1,"\ud83d\ude00":4}',
    );
  });

  it('leaves out members that are undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('says the same as JSON.parse reads back, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('writes each part once, however deep it stands and whatever has to be reordered', () => {
    const reads = (levels: number) => {
      let count = 0;
      const leaf = {
        get b() {
          count += 1;
          return 1;
        },
      };
      let value: object = leaf;
      for (let level = 0; level < levels; level++) value = { b: value, a: [level] };
      canonicalJson(value);
      return count;
    };
    expect(reads(200)).toBe(reads(1));
  });

  it('is the same for parts in order, out of order and both', () => {
    const scrambled = {
      c: [{ b: 2, a: '"' }, 'x', { d: undefined, a: 1 }],
      10: 1,
      9: { z: -0, y: '\ud800' },
    };
    expect(canonicalJson({ a: { b: [scrambled] }, z: undefined, y: 1 })).toBe(
      '{"a":{"b":[{"10":1,"9":{"y":"\\ud800","z":0},"c":[{"a":"\\"","b":2},"x",{"a":1}]}]},"y":1}',
    );
  });

  it.each([
    ['NaN', { a: [Number.NaN] }, '$.a[0]'],
    ['infinity', Number.POSITIVE_INFINITY, '$'],
    ['bigint', { a: 1n }, '$.a'],
    ['a function', [() => 1], '$[0]'],
    ['undefined in a list', [undefined], '$[0]'],
    ['a hole in a list', new Array(1), '$[0]'],
    ['a class instance', { when: new Date(0) }, '$.when'],
  ])('refuses %s and says where', (_name, value, path) => {
    expect(() => canonicalJson(value)).toThrowError(
      expect.objectContaining({
        code: 'core/not_representable',
        message: expect.stringContaining(`(at ${path})`),
      }),
    );
  });

  it('refuses cycles and bottomless nesting, but not a value used twice', () => {
    const shared = { x: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => canonicalJson(cycle)).toThrowError(/cycle/);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => canonicalJson(deep)).toThrowError(/nesting/);
  });
});
