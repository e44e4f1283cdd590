import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOf, startOf } from './start-of.js';

it('gives the first and last units of a text, and the whole of a short one', () => {
  expect(startOf('abc', 2)).toBe('ab');
  expect(endOf('abc', 2)).toBe('bc');
  for (const cut of [startOf, endOf]) {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abc', 0)).toBe('');
    expect(cut('abc', -1)).toBe('');
  }
});

it('leaves out a character that would be cut in half', () => {
  expect(startOf('a😀b', 2)).toBe('a');
  expect(startOf('a😀b', 3)).toBe('a😀');
  expect(endOf('a😀b', 2)).toBe('b');
  expect(endOf('a😀b', 3)).toBe('😀b');
});

it('keeps all but one unit at most, and never makes half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(30), (text, most) => {
      for (const part of [startOf(text, most), endOf(text, most)]) {
        expect(part.isWellFormed()).toBe(true);
        expect(Math.min(most, text.length) - part.length).toBeOneOf([0, 1]);
      }
      expect(text.startsWith(startOf(text, most)) && text.endsWith(endOf(text, most))).toBe(true);
    }),
  );
});
