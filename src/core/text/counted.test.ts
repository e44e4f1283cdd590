import { expect, it } from 'vitest';
import { counted } from './counted.js';
import { listed } from './listed.js';

it('counts things in the singular and the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect(counted(2, 'trajectory', 'trajectories')).toBe('2 trajectories');
});

it('groups thousands and keeps fractions', () => {
  const numbers = [999, 1_000, 1_234_567, -999, -1_000, 0.1, 1.5, 2_000.25, Number.POSITIVE_INFINITY];
  expect(numbers.map((count) => counted(count, 'row'))).toEqual([
    '999 rows',
    '1,000 rows',
    '1,234,567 rows',
    '-999 rows',
    '-1,000 rows',
    '0.1 rows',
    '1.5 rows',
    '2,000.25 rows',
    '∞ rows',
  ]);
});

it('lists words as a sentence does', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => listed(words))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect(listed(['a', 'b'], 'or')).toBe('a or b');
});
