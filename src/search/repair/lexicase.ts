import type { RandomStream } from '../../core/index.js';

/** Cases from which on nearly the best counts as the best: exact ties get rare. */
const MANY_CASES = 20;

/**
 * One of the scored items by lexicase selection: the cases in random order, and for each only those stay that are best on
 * it. With many cases those within the median absolute deviation stay too (La Cava, Spector and Danai, GECCO 2016).
 *
 * @param items - not empty; each with one score for every case.
 */
export function lexicase<T extends { readonly scores: readonly number[] }>(
  items: readonly T[],
  random: RandomStream,
): T {
  const cases = items[0]?.scores.map((_score, place) => place) ?? [];
  let left = items;
  for (const place of random.shuffle(cases)) {
    if (left.length === 1) break;
    const scores = left.map(({ scores: all }) => all[place] ?? 0);
    const slack = cases.length < MANY_CASES ? 0 : medianDeviation(scores);
    const bar = Math.max(...scores) - slack;
    left = left.filter(({ scores: all }) => (all[place] ?? 0) >= bar);
  }
  return random.pick(left);
}

function medianDeviation(scores: readonly number[]): number {
  const middle = median(scores);
  return median(scores.map((score) => Math.abs(score - middle)));
}

function median(numbers: readonly number[]): number {
  const ordered = [...numbers].sort((left, right) => left - right);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}
