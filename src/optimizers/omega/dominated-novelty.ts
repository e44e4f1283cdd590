import { byScore } from '../candidates/candidate.js';
import type { Scored } from '../evolutionary/evolution-run.js';

/** How far apart two candidates are: 0 for the same. */
export type Distance = (left: Scored, right: Scored) => number;

/**
 * Dominated Novelty Search (Bahlous-Boldi, Faldor, Grillotti and others, arXiv 2502.00593): a candidate's fitness is its mean
 * distance to its `k` nearest fitter candidates, so that one that is worse but different outlives a near copy of the
 * best. What none is fitter than lives on in any case. Best first; of equal fitness, the better score first.
 */
export function dominatedNovelty<T extends Scored>(
  candidates: readonly T[],
  k: number,
  distance: Distance,
): T[] {
  const fitness = new Map<T, number>(
    candidates.map((candidate) => {
      const distances = candidates
        .filter((other) => other.score > candidate.score)
        .map((other) => distance(candidate, other))
        .sort((left, right) => left - right)
        .slice(0, k);
      const mean = distances.reduce((sum, value) => sum + value, 0) / distances.length;
      return [candidate, distances.length === 0 ? Number.POSITIVE_INFINITY : mean];
    }),
  );
  return [...candidates].sort((left, right) => {
    const [first, second] = [fitness.get(left) ?? 0, fitness.get(right) ?? 0];
    return first === second ? byScore(left, right) : second - first;
  });
}
