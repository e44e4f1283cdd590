import { describe, expect, it } from 'vitest';
import { isTellingConstant } from './telling-constant.js';

const LISTS = [[], [3, 1], [12, 5, 5], [35], [7, 7, 2, 0]];

describe('isTellingConstant', () => {
  it('takes one output for a rule where chance seldom comes to it', () => {
    expect(isTellingConstant(35, LISTS)).toBe(true);
    expect(isTellingConstant([17, 80, 25], LISTS)).toBe(true);
    expect(isTellingConstant(35, ['a', 'b', 'c', 'd', 'e'])).toBe(true);
  });

  it.each([
    ['a small number, as counts and places are', 3, LISTS],
    ['no numbers, as a filter leaves', [], LISTS],
    ['one number', [9], LISTS],
    ['one number several times', [0, 0, 0], LISTS],
    ['a text, which may be the frequent one of two', 'valid', LISTS],
    ['true', true, LISTS],
    ['four examples', 35, LISTS.slice(1)],
    ['an input given twice', 35, [...LISTS.slice(1), [35]]],
    [
      'numbers that the inputs hold',
      [1, 2, 3],
      [
        [1, 2, 3],
        [3, 2, 1],
        [2, 1, 3],
        [9, 1],
        [3, 1, 2],
      ],
    ],
  ])('does not take %s for one', (_, value, inputs) => {
    expect(isTellingConstant(value, inputs)).toBe(false);
  });
});
