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

  it('names each problem and where it is', () => {
    expect(checkToolArguments(tool, 'Oslo')).toEqual(['arguments must be object, got string']);
    expect(
      checkToolArguments(tool, { seats: 1.5, class: 'third', stops: ['Rome', 1], note: 2, speed: 9 }),
    ).toEqual([
      'arguments.city is missing',
      'arguments.seats must be integer, got number',
      'arguments.class must be one of ["first","second"]',
      'arguments.stops[1] must be string, got number',
      'arguments.note must be string or null, got number',
      'arguments.speed is not an argument',
    ]);
    expect(checkToolArguments(tool, { city: '', seats: 10 })).toHaveLength(2);
  });

  it('is not fooled by names of the prototype', () => {
    expect(checkToolArguments(tool, JSON.parse('{"city":"Oslo","__proto__":1,"toString":2}'))).toEqual([
      'arguments.__proto__ is not an argument',
      'arguments.toString is not an argument',
    ]);
  });
});
