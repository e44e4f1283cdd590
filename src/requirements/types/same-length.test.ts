import { expect, it } from 'vitest';
import { SameLengthText } from './same-length.js';

it.each([
  ['x # a', 2, 5, 'x    '],
  ['a😀b', 0, 3, '  b'],
  ['a\n\r\nb', 0, 5, ' \n\r\n '],
  ['a \\\nb', 0, 5, '  \\\n '],
])('blanks %j from %i to %i', (code, start, end, expected) => {
  const text = new SameLengthText(code);
  text.blank(start, end);
  expect(String(text)).toBe(expected);
});

it('joins no lines where a comment ends in a backslash', () => {
  const text = new SameLengthText('x # \\\ny');
  text.blank(2, 5, true);
  expect(String(text)).toBe('x    \ny');
});
