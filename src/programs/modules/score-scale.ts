import type { JsonObject } from '../../core/index.js';

/**
 * What a judge chooses its score from: `score` 0, 0.1, … 1 · `fineScore` 0, 0.05, … 1 · `rating` 1 to 5 · `rating10` 1 to
 * 10 · `rating20` 1 to 20.
 */
export type ScoreScale = 'score' | 'fineScore' | 'rating' | 'rating10' | 'rating20';

/** The names of the scales. */
export const SCORE_SCALES: readonly ScoreScale[] = ['score', 'fineScore', 'rating', 'rating10', 'rating20'];

/** The scores of a scale, lowest first. */
export function scoresOf(scale: ScoreScale): readonly number[] {
  switch (scale) {
    case 'score':
      return Array.from({ length: 11 }, (_, index) => index / 10);
    case 'fineScore':
      return Array.from({ length: 21 }, (_, index) => index / 20);
    case 'rating':
      return upTo(5);
    case 'rating10':
      return upTo(10);
    case 'rating20':
      return upTo(20);
  }
}

function upTo(highest: number): readonly number[] {
  return Array.from({ length: highest }, (_, index) => index + 1);
}

/** JSON Schema of a score of the scale. */
export function scoreSchema(scale: ScoreScale): JsonObject {
  return { enum: [...scoresOf(scale)], description: `The score: ${scaleInWords(scale)}.` };
}

/** The scale in words for a model: `a whole number from 1 (very bad) to 5 (very good)`. */
export function scaleInWords(scale: ScoreScale): string {
  const scores = scoresOf(scale);
  const [lowest, second, highest] = [scores[0], scores[1], scores.at(-1)];
  const kind = lowest === 1 ? 'a whole number' : `a number in steps of ${second}`;
  return `${kind} from ${lowest} (very bad) to ${highest} (very good)`;
}

/** A score of the scale as a number from 0 (the lowest) to 1 (the highest). */
export function normalisedScore(score: number, scale: ScoreScale): number {
  const scores = scoresOf(scale);
  const [lowest = 0, highest = 1] = [scores[0], scores.at(-1)];
  return (score - lowest) / (highest - lowest);
}
