import { describe, expect, it } from 'vitest';
import { applyDelta } from './delta.js';

const source = Buffer.from('abcdef');
const apply = (size: number, ...delta: number[]): string | undefined => {
  const target = applyDelta(source, Uint8Array.of(6, ...delta), size);
  return target === undefined ? undefined : Buffer.from(target).toString();
};

describe('applyDelta', () => {
  it('copies and inserts', () => {
    expect(apply(5, 5, 0x91, 2, 3, 2, 0x78, 0x79)).toBe('cdexy');
    expect(apply(6, 6, 0x90, 6)).toBe('abcdef');
    expect(apply(0, 0)).toBe('');
  });

  it('takes a length of nothing for 65,536', () => {
    const large = new Uint8Array(0x10000).fill(7);
    const size = [0x80, 0x80, 0x04];
    expect(applyDelta(large, Uint8Array.of(...size, ...size, 0x80), 0x10000)).toEqual(large);
  });

  it.each<[string, number, readonly number[]]>([
    ['another size than it says', 3, [4, 0x90, 3]],
    ['less than its size', 3, [3, 0x90, 2]],
    ['more than its size', 3, [3, 0x90, 4]],
    ['a copy beyond the source', 6, [6, 0x90, 7]],
    ['a copy that starts beyond the source', 1, [1, 0x91, 6, 1]],
    ['an insertion of nothing', 1, [1, 0, 1, 0x61]],
    ['an insertion that is cut off', 2, [2, 2, 0x61]],
    ['a size without an end', 1, [0x80]],
  ])('refuses %s', (_name, size, delta) => {
    expect(apply(size, ...delta)).toBeUndefined();
  });

  it('refuses a delta that was made for another source', () => {
    expect(applyDelta(source, Uint8Array.of(5, 5, 0x90, 5), 5)).toBeUndefined();
  });
});
