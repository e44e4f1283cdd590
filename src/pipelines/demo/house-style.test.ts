import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { applyHouseStyle, drawHouseStyle, type HouseStyle } from './house-style.js';

const plain: HouseStyle = {
  part: 'words',
  letters: 3,
  letterCase: 'kept',
  joiner: '_',
  prefix: '',
  suffix: '',
};

describe('a house style', () => {
  it.each<[Partial<HouseStyle>, string]>([
    [{}, 'Sri_Lanka'],
    [{ letterCase: 'upper', joiner: '' }, 'SRILANKA'],
    [{ part: 'first_word', prefix: '#' }, '#Sri'],
    [{ part: 'last_word', letterCase: 'lower', suffix: '!' }, 'lanka!'],
    [{ part: 'first_letters', letters: 5 }, 'Sri L'],
  ])('%j', (style, expected) => {
    expect(applyHouseStyle({ ...plain, ...style }, 'Sri Lanka')).toBe(expected);
  });

  it('follows the seed, and seeds differ', () => {
    const draw = (seed: number) => JSON.stringify(drawHouseStyle(new RandomStream(seed, 'style')));
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(draw(seed)).toBe(draw(seed));
      }),
    );
    expect(new Set(Array.from({ length: 20 }, (_, seed) => draw(seed))).size).toBeGreaterThan(10);
  });
});
