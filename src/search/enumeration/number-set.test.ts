import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { NumberSet } from './number-set.js';

describe('NumberSet', () => {
  it('knows what a set of JavaScript knows, however many there are', () => {
    const random = new RandomStream(0, 'number-set');
    const known = new Set<number>();
    const set = new NumberSet();
    const first = [0, 0, 1, 2 ** 53 - 1, 2 ** 32, 2 ** 32, 2 ** 33];
    const drawn = Array.from({ length: 6000 }, () => random.integer(0, 3000) * 2 ** random.integer(0, 41));
    for (const number of [...first, ...drawn]) {
      expect(set.add(number)).toBe(!known.has(number));
      known.add(number);
    }
    expect(known.size).toBeGreaterThan(2000);
  });
});
