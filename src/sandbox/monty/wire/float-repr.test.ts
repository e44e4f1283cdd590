import { describe, expect, it } from 'vitest';
import { complexRepr } from './float-repr.js';

describe('complexRepr', () => {
  it.each([
    [0, 1.5, '1.5j'],
    [1, 2, '(1+2j)'],
    [1, -2, '(1-2j)'],
    [-0, 0, '(-0+0j)'],
    [0, -0, '-0j'],
    [1e16, 1e-5, '(1e+16+1e-05j)'],
    [1e15, 0.0001, '(1000000000000000+0.0001j)'],
    [0.1, 1e300, '(0.1+1e+300j)'],
    [Number.NaN, Number.NEGATIVE_INFINITY, '(nan-infj)'],
  ])('(%d, %d) is %s', (real, imaginary, text) => {
    expect(complexRepr(real, imaginary)).toBe(text);
  });
});
