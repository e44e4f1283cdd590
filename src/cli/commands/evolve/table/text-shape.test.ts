import { describe, expect, it } from 'vitest';
import { textShape } from './text-shape.js';

describe('textShape', () => {
  it.each([
    ['Ada Lovelace', 'Aa Aa'],
    ['ADA', 'A'],
    ['(555) 123-4567', '(9) 9-9'],
    ['Ærø  Åre', 'Aa Aa'],
    ['Zoë', 'Aa'],
    ['Zoe\u0308', 'Aax'],
    ['东京 2020', 'x 9'],
    ['a--b...', 'a-a.'],
    ['', ''],
  ])('of %j is %j', (text, shape) => {
    expect(textShape(text)).toBe(shape);
  });
});
