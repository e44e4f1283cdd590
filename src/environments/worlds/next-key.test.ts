import { expect, it } from 'vitest';
import { nextKey } from './world-body.js';

it.each([
  [['C1', 'C2'], 'C3'],
  [['C01', 'C09'], 'C10'],
  [['C9', 'C10'], 'C11'],
  [['C99', 'C100'], 'C101'],
  [['walk-in'], 'walk-in1'],
  [[], '1'],
])('the key after %j is %s', (keys, next) => {
  const rows = new Map(keys.map((key) => [key, { key }]));
  expect(nextKey(new Map([['calls', rows]]), 'calls')).toBe(next);
});
