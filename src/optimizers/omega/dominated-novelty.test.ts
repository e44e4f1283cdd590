import { describe, expect, it } from 'vitest';
import { makeCandidate } from '../candidates/candidate.js';
import type { Scored } from '../evolutionary/evolution-run.js';
import { type Distance, dominatedNovelty } from './dominated-novelty.js';

type Placed = Scored & { readonly place: number };
const placed = (place: number, score: number): Placed => ({
  candidate: makeCandidate({ values: { v: { place, score } }, parents: [], operator: 'seed', idea: '' }),
  outcomes: [],
  score,
  place,
});
const distance: Distance = (left, right) => Math.abs((left as Placed).place - (right as Placed).place);
const places = (list: readonly Placed[]): number[] => list.map(({ place }) => place);

describe('dominatedNovelty', () => {
  it('lets the worse but different outlive a near copy of the best', () => {
    const candidates = [placed(1, 0.8), placed(0, 0.9), placed(10, 0.2)];
    expect(places(dominatedNovelty(candidates, 3, distance))).toEqual([0, 10, 1]);
  });

  it('measures to the k nearest fitter ones alone', () => {
    // The candidate at 5 has fitter neighbours at 4 and 0: 1 by the nearest, 3 by the nearest two; that at 12 has 7, 7.5.
    const candidates = [placed(0, 0.9), placed(4, 0.8), placed(5, 0.5), placed(2, 0.6)];
    const order = (k: number) => places(dominatedNovelty(candidates, k, distance));
    expect(order(1)).toEqual([0, 4, 2, 5]);
    expect(order(3)).toEqual([0, 4, 5, 2]);
  });

  it('keeps all that none is fitter than, and takes none or one as they are', () => {
    expect(places(dominatedNovelty([placed(0, 1), placed(1, 1)], 1, distance))).toEqual([0, 1]);
    expect(dominatedNovelty([], 1, distance)).toEqual([]);
    expect(places(dominatedNovelty([placed(3, 0)], 1, distance))).toEqual([3]);
  });
});
