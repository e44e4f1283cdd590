import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstOf, sorted } from './python-order.js';

/** Texts by their code points, one by one. */
function byCodePoints(left: string, right: string): number {
  const [lefts, rights] = [left, right].map((text) =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0),
  ) as [number[], number[]];
  const place = lefts.findIndex((point, index) => point !== rights[index]);
  if (place < 0 || place >= rights.length) return lefts.length - rights.length;
  return (lefts[place] ?? 0) - (rights[place] ?? 0);
}

const texts = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', '\uffff', '\ue000', '😀', '😁', '\u{10ffff}'), { maxLength: 4 })
    .map((all) => all.join('')),
  { minLength: 1, maxLength: 8 },
);

it('orders texts by code points', () => {
  fc.assert(
    fc.property(texts, (items) => {
      const ordered = [...items].sort(byCodePoints);
      expect(sorted(items)).toEqual(ordered);
      expect([firstOf(items, -1), firstOf(items, 1)]).toEqual([ordered[0], ordered.at(-1)]);
    }),
  );
});

it('orders numbers by value, and has no first one of none', () => {
  expect(sorted([10, 9, -1, 2.5])).toEqual([-1, 2.5, 9, 10]);
  expect([firstOf([10, 9, -1], -1), firstOf([10, 9, -1], 1), firstOf([], 1)]).toEqual([-1, 10, undefined]);
});
