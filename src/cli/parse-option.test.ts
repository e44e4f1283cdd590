import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './exit-code.js';
import { commaList, oneOf, parseSeed, positiveNumber, wholeNumber } from './parse-option.js';

describe('option parsers', () => {
  it('read what makes sense', () => {
    expect(wholeNumber('--n', 1)('3')).toBe(3);
    expect(positiveNumber('--timeout')('0.5')).toBe(0.5);
    expect(oneOf('--engine', ['auto', 'monty'])('monty')).toBe('monty');
    expect(commaList('a, b,,c ')).toEqual(['a', 'b', 'c']);
    expect(parseSeed('-7')).toBe(-7);
  });

  it.each([
    [() => wholeNumber('--n', 1)('0'), '--n takes a whole number of at least 1; got "0".'],
    [() => wholeNumber('--n', 1)(''), '--n takes'],
    [() => positiveNumber('--timeout')('-1'), '--timeout takes a number greater than 0; got "-1".'],
    [() => positiveNumber('--timeout')('Infinity'), 'greater than 0'],
    [() => oneOf('--engine', ['auto', 'monty'])('node'), '--engine is one of auto, monty; got "node".'],
    [() => parseSeed('x'), '--seed takes a whole number; got "x".'],
    [() => parseSeed('1.5'), '--seed takes'],
  ])('refuse the rest with one line and exit code 2', (parse, message) => {
    let thrown: unknown;
    try {
      parse();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'cli/usage', message: expect.stringContaining(message) });
    expect(exitCodeOf(thrown)).toBe(2);
  });
});
