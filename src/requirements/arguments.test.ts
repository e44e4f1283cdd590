import { describe, expect, it } from 'vitest';
import { allHold } from './all-hold.js';
import { checkCount, checkNotBlank, checkPositive, checkPositiveInteger } from './arguments.js';

const wrong = (code: string, message: string) => expect.objectContaining({ code, message });

describe('options', () => {
  it.each([0.5, 1, 1e9])('%d is positive', (value) => expect(checkPositive('size', value)).toBe(value));

  it.each([0, -1, Number.NaN, Infinity, '1' as never])('%o is not positive', (value) => {
    const problem = wrong('requirements/not_positive', `size must be positive, got ${String(value)}.`);
    expect(() => checkPositive('size', value)).toThrow(problem);
    expect(() => checkPositiveInteger('size', value)).toThrow(problem);
  });

  it('are whole where they count', () => {
    expect(checkPositiveInteger('size', 1)).toBe(1);
    expect(checkCount('size', 0)).toBe(0);
    expect(checkCount('size', 7)).toBe(7);
    expect(() => checkPositiveInteger('size', 1.5)).toThrow(
      wrong('requirements/not_positive', 'size must be a positive whole number, got 1.5.'),
    );
    for (const value of [-1, 0.5, Infinity, '1' as never])
      expect(() => checkCount('size', value)).toThrow(
        wrong('requirements/not_a_count', `size must be a whole number of at least 0, got ${String(value)}.`),
      );
  });

  it('have something in them where they are text', () => {
    expect(checkNotBlank('name', ' a ')).toBe(' a ');
    for (const value of ['', ' \n', 7 as never])
      expect(() => checkNotBlank('name', value)).toThrow(
        wrong('requirements/blank', `name must be a non-empty string, got ${JSON.stringify(value)}.`),
      );
  });
});

it('says of one example and of several that they hold', () => {
  expect([allHold(1), allHold(3)]).toEqual(['The only example holds.', 'All 3 examples hold.']);
});
