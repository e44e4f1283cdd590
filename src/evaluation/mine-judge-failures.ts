import { defineOptions, option } from '../core/index.js';
import type { Trajectory } from '../records/index.js';
import type { Evaluation } from './evaluator/evaluation.js';
import { RUBRIC_DIMENSIONS } from './evaluator/rubric.js';
import type { Failure, FailureReport } from './failure.js';
import { failureReport } from './failure-report.js';

/** How {@link mineJudgeFailures} looks at scores. */
export interface MineJudgeFailuresOptions {
  /** A dimension that is judged lower than this is a failure. Default 0.7. */
  readonly threshold?: number;
}

const checkOptions = defineOptions<MineJudgeFailuresOptions>()('mineJudgeFailures', {
  threshold: option.share,
});

/**
 * Finds what a judge thinks little of: a failure of the kind `judge:DIMENSION` for each dimension of a trajectory below the threshold. What
 * was not judged is left out: evaluations without a verdict, dimensions without a score, trajectories without an evaluation.
 *
 * @example
 * ```ts
 * import { mineJudgeFailures, TrajectoryEvaluator } from 'mettle/evaluation';
 * import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 *
 * const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
 * const generator = new AgentTrajectoryGenerator({ useMock: true });
 * const { trajectories } = await generator.generateBatch([await tasks.generate({ seed: 0, index: 0 })]);
 * const evaluations = await new TrajectoryEvaluator().evaluateBatch(trajectories);
 * await generator.close();
 * console.log(mineJudgeFailures(trajectories, evaluations, { threshold: 0 }).failures.length); // → 0
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function mineJudgeFailures(
  trajectories: readonly Trajectory[],
  evaluations: readonly Evaluation[],
  options: MineJudgeFailuresOptions = {},
): FailureReport {
  const { threshold = 0.7 } = checkOptions(options);
  const byId = new Map(evaluations.map((evaluation) => [evaluation.trajectoryId, evaluation]));
  const failures: Failure[] = [];
  const sums = new Map(
    RUBRIC_DIMENSIONS.map((dimension) => [dimension, { sum: 0, count: 0, isWeak: false }]),
  );
  let scored = 0;
  for (const { id, task, policy } of trajectories) {
    const evaluation = byId.get(id);
    if (evaluation?.verdict !== 'pass' && evaluation?.verdict !== 'fail') continue;
    scored += 1;
    for (const [dimension, seen] of sums) {
      const score = evaluation.scores[dimension];
      if (score === null || score === undefined) continue;
      seen.sum += score;
      seen.count += 1;
      if (score >= threshold) continue;
      seen.isWeak = true;
      failures.push({
        trajectoryId: id,
        taskId: task.id,
        query: task.prompt,
        category: task.category,
        policy: policy.name,
        kind: `judge:${dimension}`,
        detail: `${dimension} is ${score.toFixed(2)}, below ${threshold}`,
      });
    }
  }
  const weakDimensions = [...sums]
    .filter(([, { isWeak }]) => isWeak)
    .map(([dimension, { sum, count }]) => ({ dimension, mean: sum / count }))
    .sort((left, right) => left.mean - right.mean);
  return failureReport(scored, failures, weakDimensions);
}
