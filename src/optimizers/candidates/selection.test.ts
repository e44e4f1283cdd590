import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { pickWeighted, type Selection, select } from './selection.js';

const items = [{ score: 0.3 }, { score: 0.9 }, { score: 0.5 }];
const counts = (selection: Selection, temperature = 0.3): number[] => {
  const random = new RandomStream(1, 'test');
  const drawn = Array.from({ length: 3000 }, () =>
    items.indexOf(select(items, { selection, temperature, random })),
  );
  return items.map((_, index) => drawn.filter((each) => each === index).length);
};

describe('select', () => {
  it('takes the best', () => {
    expect(counts('best')).toEqual([0, 3000, 0]);
  });

  it('takes each as often', () => {
    for (const count of counts('random')) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });

  it('takes by exp(score / temperature)', () => {
    const weights = items.map(({ score }) => Math.exp(score / 0.3));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, count] of counts('softmax').entries()) {
      expect(Math.abs(count - (3000 * (weights[index] ?? 0)) / total)).toBeLessThan(120);
    }
    expect(counts('softmax', 0.001)).toEqual([0, 3000, 0]);
  });

  it('stands rewards that are no numbers', () => {
    const random = new RandomStream(1, 'test');
    const odd = [{ score: Number.NaN }, { score: -1e9 }];
    expect(select(odd, { selection: 'softmax', temperature: 0.3, random })).toBe(odd[1]);
    expect(() => select([], { selection: 'best', temperature: 1, random })).toThrowError(/empty list/);
  });
});

describe('pickWeighted', () => {
  it('never takes what has no weight', () => {
    const random = new RandomStream(2, 'test');
    for (let index = 0; index < 100; index++)
      expect(pickWeighted(['a', 'b', 'c'], [0, 1, 0], random)).toBe('b');
  });
});
