import { inspect } from 'node:util';
import { describe, it, expect as vitestExpect } from 'vitest';
import { MettleError } from '../errors.js';
import { type Expectation, expect, rejection } from './expect.js';

const error = new MettleError({ code: 'core/invalid_option', message: 'why' });
const withUndefined = { a: 1, b: undefined };

const HOLD: readonly (readonly [actual: unknown, matcher: keyof Expectation, wanted: unknown])[] = [
  [1, 'toBe', 1],
  [Number.NaN, 'toBe', Number.NaN],
  [null, 'toBeNull', undefined],
  [withUndefined, 'toEqual', { a: 1 }],
  [[1n, { a: [null] }], 'toEqual', [1n, { a: [null] }]],
  [new Uint8Array([1, 2]), 'toEqual', new Uint8Array([1, 2])],
  [new Map([[1, { a: 2 }]]), 'toEqual', new Map([[1, { a: 2 }]])],
  [new Set([3]), 'toEqual', new Set([3])],
  [new Date(5), 'toEqual', new Date(5)],
  [JSON.parse('{"__proto__": 1}'), 'toEqual', JSON.parse('{"__proto__": 1}')],
  ['some text', 'toEqual', /^some/],
  [{ a: 1, b: { c: 2, d: 3 } }, 'toMatchObject', { b: { d: 3 } }],
  [error, 'toMatchObject', { code: 'core/invalid_option', message: /why/ }],
  [[{ a: 1, b: 2 }], 'toMatchObject', [{ a: 1 }]],
  ['text', 'toMatch', /x/],
  ['text', 'toContain', 'ex'],
  [[1, 2], 'toContain', 2],
  [[1, 2], 'toHaveLength', 2],
  [2, 'toBeGreaterThan', 1],
  [2, 'toBeAtLeast', 2],
  [2, 'toBeAtMost', 2],
];

const FAIL: typeof HOLD = [
  [0, 'toBe', -0],
  [undefined, 'toBeNull', undefined],
  [{ a: 1 }, 'toEqual', { a: 1, b: 1 }],
  [{ a: 1, b: 1 }, 'toEqual', { a: 1 }],
  [[1], 'toEqual', { 0: 1 }],
  [[1, undefined], 'toEqual', [1]],
  [new Uint8Array([1, 2]), 'toEqual', new Uint8Array([1, 3])],
  [new Uint8Array([1]), 'toEqual', [1]],
  [new Map([[1, { a: 2 }]]), 'toEqual', new Map([[1, { a: 3 }]])],
  [new Set([3]), 'toEqual', new Set([4])],
  [new Date(5), 'toEqual', new Date(6)],
  [JSON.parse('{"__proto__": 1}'), 'toEqual', {}],
  ['other text', 'toEqual', /^some/],
  [null, 'toMatchObject', {}],
  [[], 'toMatchObject', {}],
  [{ b: { d: 2 } }, 'toMatchObject', { b: { d: 3 } }],
  [[{ a: 1 }, 2], 'toMatchObject', [{ a: 1 }]],
  [{ a: 1 }, 'toMatchObject', { toString: /x/ }],
  [5, 'toMatch', /5/],
  ['text', 'toContain', 'no'],
  [[1, 2], 'toContain', 3],
  [{ length: 2 }, 'toHaveLength', 2],
  [1, 'toBeGreaterThan', 1],
  [undefined, 'toBeAtLeast', 0],
  [3, 'toBeAtMost', 2],
];

describe('expect', () => {
  const check = (expectation: Expectation, matcher: keyof Expectation, wanted: unknown) => () =>
    expectation[matcher](wanted as never);

  for (const [actual, matcher, wanted] of HOLD) {
    it(`holds: ${inspect(actual)} ${matcher} ${inspect(wanted)}`, () => {
      check(expect(actual), matcher, wanted)();
      vitestExpect(check(expect(actual).not, matcher, wanted)).toThrow(/^expected .* not to /s);
    });
  }

  for (const [actual, matcher, wanted] of FAIL) {
    it(`does not hold: ${inspect(actual)} ${matcher} ${inspect(wanted)}`, () => {
      check(expect(actual).not, matcher, wanted)();
      vitestExpect(check(expect(actual), matcher, wanted)).toThrow(/^expected /);
    });
  }

  it('says where two values differ', () => {
    vitestExpect(() => expect({ a: [{ b: 1 }] }).toEqual({ a: [{ b: 2 }] })).toThrow(
      'expected { a: [ { b: 1 } ] } to equal { a: [ { b: 2 } ] } (they differ at .a.0.b)',
    );
  });
});

describe('rejection', () => {
  it('is what a promise rejects with', async () => {
    vitestExpect(await rejection(Promise.reject(error))).toBe(error);
    await vitestExpect(rejection(Promise.resolve(1))).rejects.toThrow('expected a rejection, got 1');
  });
});
