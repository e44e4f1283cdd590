import type { Evaluation } from './evaluation.js';
import { byDimension, RUBRIC_DIMENSIONS, type RubricDimension, type RubricScores } from './rubric.js';

/** A score that has a mean: the overall one, or one of a dimension. */
export type ScoreName = 'overall' | RubricDimension;

const NAMES: readonly ScoreName[] = ['overall', ...RUBRIC_DIMENSIONS];

interface Sum {
  sum: number;
  count: number;
}

/** Means of the scores of evaluations that come one after another. What has no score is in no mean. */
export class ScoreTally {
  readonly #sums = new Map<ScoreName, Sum>(NAMES.map((name) => [name, { sum: 0, count: 0 }]));

  add({ overall, scores }: Pick<Evaluation, 'overall' | 'scores'>): void {
    for (const [name, known] of this.#sums) {
      const score = name === 'overall' ? overall : scores[name];
      if (score === null || score === undefined) continue;
      known.sum += score;
      known.count += 1;
    }
  }

  /** Null where nothing has this score. */
  mean(name: ScoreName): number | null {
    const { sum, count } = this.#of(name);
    return count === 0 ? null : sum / count;
  }

  means(): RubricScores {
    return byDimension((dimension) => this.mean(dimension));
  }

  /** Of how many evaluations each mean is. */
  counts(): Readonly<Record<ScoreName, number>> {
    return { overall: this.#of('overall').count, ...byDimension((dimension) => this.#of(dimension).count) };
  }

  #of(name: ScoreName): Sum {
    return this.#sums.get(name) ?? { sum: 0, count: 0 };
  }
}
