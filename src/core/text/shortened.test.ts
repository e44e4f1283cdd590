import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoted } from './quoted.js';
import { shortened } from './shortened.js';

const more = (left: number): string => ` (${left} more)`;

it('puts a mark in place of the end, or of the middle', () => {
  expect(shortened('three blind mice', 16)).toBe('three blind mice');
  expect(shortened('three blind mice', 15)).toBe('three blind mi…');
  expect(shortened('three blind mice', 15, { mark: more })).toBe('three (11 more)');
  expect(shortened('three blind mice', 9, { keepEnd: true })).toBe('thre…mice');
  expect(shortened('three blind mice', 14, { keepEnd: true, mark: more })).toBe('th (12 more)ce');
});

it('leaves the mark out where there is no room for it', () => {
  expect(shortened('three', 1)).toBe('t');
  expect(shortened('three', 0)).toBe('');
  expect(shortened('three blind mice', 4, { mark: more })).toBe('thre');
});

it('keeps accents, skin tones and joined emoji with their character', () => {
  expect(shortened('cafe\u0301 noir', 5)).toBe('caf…');
  expect(shortened('ok 👍🏽 fine', 6)).toBe('ok …');
  expect(shortened('we 👩‍👧 are', 7)).toBe('we …');
  // More marks than any script stacks: cut between two of them.
  expect(shortened(`a${'\u0301'.repeat(500)}`, 100)).toBe(`a${'\u0301'.repeat(98)}…`);
});

it('is at most as long as asked, and never makes half a character', () => {
  const options = fc.record({ mark: fc.constantFrom(more, () => '…'), keepEnd: fc.boolean() });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(50), options, (text, most, how) => {
      const short = shortened(text, most, how);
      expect(short.length).toBeLessThanOrEqual(Math.max(most, 0));
      expect(short.isWellFormed()).toBe(true);
      if (text.length <= most) expect(short).toBe(text);
    }),
  );
});

it('quotes a text of somebody else in one line', () => {
  expect(quoted('a "b"\n')).toBe('"a \\"b\\"\\n"');
  expect(quoted('😀'.repeat(100), 6)).toBe('"😀😀…"');
});
