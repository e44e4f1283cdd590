import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frozenJson } from './frozen-json.js';

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? true
    : Object.isFrozen(value) && Object.values(value).every(isFrozen);

it('is the same value, which nobody can change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = frozenJson(value);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      expect(isFrozen(copy)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('leaves out what is undefined, and keeps a member of any name', () => {
  const own = JSON.parse('{"__proto__": {"a": [1]}, "constructor": 2}');
  const copy = frozenJson({ ...own, gone: undefined });
  expect(JSON.stringify(frozenJson(own))).toBe(JSON.stringify(own));
  expect(Object.keys(copy)).toEqual(Object.keys({ ...own }));
  expect(Object.getPrototypeOf(frozenJson(own))).toBe(Object.prototype);
  expect(isFrozen(frozenJson(own))).toBe(true);
});
