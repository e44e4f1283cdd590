import { expect, it } from 'vitest';
import { counted } from './counted.js';
import { listed } from './listed.js';

it('counts things in the singular and the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect(counted(2, 'trajectory', 'trajectories')).toBe('2 trajectories');
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
