import { expect, it } from 'vitest';
import { bytesOfValues, weightOf, weightOfValue } from './value-weight.js';

it('weighs a value as one of any kind', () => {
  for (const value of [3, 'text', true, [], [1, 2], ['ab', 'c'], [[1, 2], [3]]])
    expect(weightOfValue(value)).toBe(weightOf(value));
});

it('tells the bytes of values, of the lists and texts in them too', () => {
  expect(bytesOfValues([1, true, undefined])).toBe(48 + 24);
  expect(bytesOfValues(['abc'])).toBe(48 + 8 + 16 + 3);
  expect(bytesOfValues([[1, 2], []])).toBe(48 + 16 + (48 + 16) + 48);
  expect(bytesOfValues([['ab', 'c']])).toBe(48 + 8 + (48 + 16) + (16 + 2) + (16 + 1));
});
