import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.js';

function keysOf(cache: BoundedCache<number>): string[] {
  return ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined);
}

describe('BoundedCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = new BoundedCache<number>({ maxEntries: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect(keysOf(cache)).toEqual(['a', 'c']);
    expect(cache.size).toBe(2);
  });

  it('weighs its entries, and keeps none that is too heavy alone', () => {
    const cache = new BoundedCache<number>({ maxEntries: 9, maxWeight: 10 });
    cache.set('a', 1, 4);
    cache.set('b', 2, 6);
    expect(keysOf(cache)).toEqual(['a', 'b']);
    cache.set('c', 3, 11);
    expect(keysOf(cache)).toEqual(['a', 'b']);
    cache.set('a', 1, 11);
    expect(keysOf(cache)).toEqual(['b']);
    cache.set('b', 2, 3);
    cache.set('c', 3, 7);
    expect(keysOf(cache)).toEqual(['b', 'c']);
    cache.set('d', 4, 1);
    expect(keysOf(cache)).toEqual(['c', 'd']);
    cache.delete('c');
    cache.set('a', 1, 9);
    expect(keysOf(cache)).toEqual(['a', 'd']);
    cache.clear();
    cache.set('b', 2, 10);
    expect(keysOf(cache)).toEqual(['b']);
  });
});
