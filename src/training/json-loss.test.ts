import { expect, it } from 'vitest';
import { findLoss } from './json-loss.js';

it.each([
  ['{"a": 1,\n "a": 2}', 'line 2 has the key "a" for the second time; keep one'],
  ['[{"a": {"b": 1}, "\\u0061": 2}]', 'line 1 has the key "a" for the second time; keep one'],
  [
    '[\n9007199254740993]',
    'line 2 holds 9007199254740993, more digits than a number keeps; write it as a text',
  ],
  [
    '{"id": -1234567890123456789}',
    'line 1 holds -1234567890123456789, more digits than a number keeps; write it as a text',
  ],
  [
    `[${'9'.repeat(100)}]`,
    `line 1 holds ${'9'.repeat(39)}…, more digits than a number keeps; write it as a text`,
  ],
])('tells what is lost in %s', (text, loss) => expect(findLoss(text)).toBe(loss));

it.each([
  '[{"a": 1}, {"a": 2}, {"b": {"a": {"a": "a"}}}]',
  '{"a": "a", "b": ["a", "b", "\\": 9007199254740993, \\\\"], "c\\"": 1, "c": 2}',
  '[9007199254740991, 1e300, 0.12345678901234567890, -0, "9007199254740993"]',
  '{"__proto__": 1, "constructor": 2}',
])('finds nothing lost in %s', (text) => expect(findLoss(text)).toBeNull());

it('reads texts of any length', () => {
  expect(findLoss(JSON.stringify(['\\'.repeat(1_000_000), 'x'.repeat(1_000_000)]))).toBeNull();
});
