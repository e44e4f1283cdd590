import { describe, expect, it } from 'vitest';
import { checkToolArguments } from './tool-arguments.js';

const tool = {
  name: 'book_flight',
  description: '',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 1, maxLength: 5 },
      seats: { type: 'integer', minimum: 1, maximum: 9 },
      class: { enum: ['first', 'second'] },
      stops: { type: 'array', items: { type: 'string' } },
      note: { type: ['string', 'null'] },
    },
    required: ['city'],
    additionalProperties: false,
  },
};

describe('checkToolArguments', () => {
  it('accepts what fits', () => {
    expect(
      checkToolArguments(tool, { city: 'Oslo', seats: 2, class: 'first', stops: ['Rome'], note: null }),
    ).toEqual([]);
  });

  it('names each problem once and where it is', () => {
    expect(checkToolArguments(tool, 'Oslo')).toHaveLength(1);
    const problems = checkToolArguments(tool, {
      seats: 1.5,
      class: 'third',
      stops: ['Rome', 1],
      note: 2,
      speed: 9,
    });
    expect(problems.map((problem) => problem.split(/[: ]/)[0])).toEqual([
      'arguments',
      'arguments.seats',
      'arguments.class',
      'arguments.stops.1',
      'arguments.note',
      'arguments.speed',
    ]);
    expect(problems.at(-1)).toBe('arguments.speed is not an argument');
    expect(checkToolArguments(tool, { city: '', seats: 10 })).toHaveLength(2);
    expect(checkToolArguments(tool, { city: '', cit: 1 }).at(-1)).toBe('arguments.cit is not an argument');
  });

  it('is not fooled by names of the prototype', () => {
    expect(checkToolArguments(tool, JSON.parse('{"city":"Oslo","__proto__":1,"toString":2}'))).toHaveLength(
      2,
    );
  });
});
