import { defineOptions, option } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import { checkEvaluateOptions, evaluateAll } from './evaluate-batch.js';
import type { EvaluateBatchOptions, Evaluation, Evaluator } from './evaluation.js';
import { byDimension, type RubricScores, toFourPlaces } from './rubric.js';

/** What several judges say of a trajectory together. */
export interface EnsembleEvaluation extends Evaluation {
  /** 1 less the distance between the highest and the lowest overall score; null where fewer than two judges gave one. */
  readonly agreement: number | null;
  /** How many judges came to each verdict. */
  readonly votes: Readonly<Record<Verdict, number>>;
  /** What each said, in the order of the judges. */
  readonly members: readonly Evaluation[];
}

const checkOptions = defineOptions<{ readonly evaluators: readonly Evaluator[] }>()('EnsembleEvaluator', {
  evaluators: option.required(option.list(option.object, 1)),
});

/**
 * Several judges as one. Scores are the means of those that there are. It passes where more than half of all judges say
 * so, and fails where at least half say that: a tie does not pass, and a judge that gave no answer is no vote.
 */
export class EnsembleEvaluator implements Evaluator {
  readonly judge: string;
  readonly #evaluators: readonly Evaluator[];

  /** @throws {MettleError} `core/invalid_option` */
  constructor(options: { readonly evaluators: readonly Evaluator[] }) {
    const { evaluators } = checkOptions(options);
    this.#evaluators = [...evaluators];
    this.judge = `ensemble:${evaluators.length}`;
  }

  /** Has every judge judge it, all at a time. */
  async evaluate(
    trajectory: Trajectory,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<EnsembleEvaluation> {
    checkEvaluateOptions(options);
    const members = await Promise.all(
      this.#evaluators.map((evaluator) => evaluator.evaluate(trajectory, options)),
    );
    const votes = { pass: 0, fail: 0, not_checked: 0, error: 0 };
    for (const { verdict } of members) votes[verdict] += 1;
    const overalls = members.flatMap(({ overall }) => (overall === null ? [] : [overall]));
    const verdict = majority(votes, members.length);
    return {
      trajectoryId: trajectory.id,
      scores: byDimension((name) => meanOf(members.map(({ scores }) => scores[name]))) satisfies RubricScores,
      overall: meanOf(overalls),
      verdict,
      explanation: `${votes.pass} of ${members.length} judges say pass, ${votes.fail} fail; ${members
        .map(({ judge, explanation }) => `${judge}: ${explanation}`)
        .join(' | ')}`,
      judge: this.judge,
      agreement:
        overalls.length < 2 ? null : toFourPlaces(1 - (Math.max(...overalls) - Math.min(...overalls))),
      votes,
      members,
    };
  }

  /** Judges many; the results are in their order. */
  evaluateBatch(
    trajectories: readonly Trajectory[],
    options: EvaluateBatchOptions = {},
  ): Promise<readonly EnsembleEvaluation[]> {
    return evaluateAll(trajectories, (trajectory, each) => this.evaluate(trajectory, each), options);
  }
}

function majority(votes: Readonly<Record<Verdict, number>>, count: number): Verdict {
  if (votes.pass > count / 2) return 'pass';
  if (votes.fail >= count / 2) return 'fail';
  return votes.error > 0 ? 'error' : 'not_checked';
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? null
    : toFourPlaces(known.reduce((sum, value) => sum + value, 0) / known.length);
}
