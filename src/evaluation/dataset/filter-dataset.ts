import { defineOptions, option } from '../../core/index.js';
import {
  selectForTraining,
  type TrainingGate,
  type TrainingSelection,
  type Trajectory,
} from '../../records/index.js';
import { selectBy } from '../../records/internal.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { playedAs } from './dataset-tally.js';

/** Which trajectories are kept: a {@link TrainingGate}, and what a generator and a judge say of them. */
export interface DatasetFilter extends TrainingGate {
  /** Modes to keep, such as `single_agent`. Default: all. */
  readonly modes?: readonly string[];
  /** Least overall score of the judge, from 0 to 1. What has no score is left out. Default: any. */
  readonly minScore?: number;
}

/** How {@link filterDataset} filters. */
export interface FilterDatasetOptions extends DatasetFilter {
  /** What a judge says of the trajectories, for `minScore`; joined by id. */
  readonly evaluations?: readonly Pick<Evaluation, 'trajectoryId' | 'overall'>[];
}

const checkOptions = defineOptions<FilterDatasetOptions>()('filterDataset', {
  // The gate checks its own.
  outcomes: option.any,
  verifications: option.any,
  splits: option.any,
  modes: option.list(option.words, 1),
  minScore: option.share,
  evaluations: option.list(option.object),
});

/**
 * Takes the trajectories that a filter lets through, and says of each of the rest why not: the gate of `selectForTraining` first (by default what passed,
 * was verified and is kept for no test), then the mode, then the score.
 *
 * @example
 * ```ts
 * import { filterDataset, TrajectoryEvaluator } from 'mettle/evaluation';
 * import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 *
 * const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
 * const generator = new AgentTrajectoryGenerator({ useMock: true });
 * const { trajectories } = await generator.generateBatch([await tasks.generate({ seed: 0, index: 0 })]);
 * await generator.close();
 * const evaluations = await new TrajectoryEvaluator().evaluateBatch(trajectories);
 * const { reasons } = filterDataset(trajectories, { outcomes: ['pass', 'fail'], evaluations, minScore: 0.8 });
 * console.log(reasons); // → { 'not verified': 1 }
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function filterDataset(
  trajectories: readonly Trajectory[],
  options: FilterDatasetOptions = {},
): TrainingSelection {
  const { evaluations = [], ...filter } = checkOptions(options);
  const scores = new Map(evaluations.map(({ trajectoryId, overall }) => [trajectoryId, overall]));
  return selectBy(trajectories, (trajectory) =>
    whyLeftOut(trajectory, scores.get(trajectory.id) ?? null, filter),
  );
}

/** Why a filter leaves a trajectory out; null where it is kept. */
export function whyLeftOut(
  trajectory: Trajectory,
  score: number | null,
  { modes, minScore, ...gate }: DatasetFilter,
): string | null {
  const [left] = selectForTraining([trajectory], gate).leftOut;
  if (left !== undefined) return left.reason;
  const { mode } = playedAs(trajectory);
  if (modes !== undefined && (mode === null || !modes.includes(mode))) {
    return mode === null ? 'played in no known mode' : `played as ${mode}`;
  }
  if (minScore === undefined) return null;
  if (score === null) return 'without a score';
  return score >= minScore ? null : `scored below ${minScore}`;
}
