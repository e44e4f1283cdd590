import { defineOptions, option } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { type DatasetMetrics, DatasetTally } from './dataset-tally.js';

/** What else {@link datasetMetrics} looks at. */
export interface DatasetMetricsOptions {
  /** What a judge says of the trajectories, as `evaluateBatch` gives it; joined by id. Default: no scores. */
  readonly evaluations?: readonly Pick<Evaluation, 'trajectoryId' | 'overall' | 'scores'>[];
}

const checkOptions = defineOptions<DatasetMetricsOptions>()('datasetMetrics', {
  evaluations: option.list(option.object),
});

/**
 * Says in numbers what a set of trajectories holds: how many passed and were verified, their scores, lengths and tools, and how much they differ.
 * Rates have 95 % intervals (Wilson 1927). `plotDataset` draws them, `mettle metrics` prints them for files of any size.
 *
 * @example
 * ```ts
 * import { datasetMetrics } from 'mettle/evaluation';
 * import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 *
 * const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
 * const generator = new AgentTrajectoryGenerator({ useMock: true });
 * const { trajectories } = await generator.generateBatch([await tasks.generate({ seed: 0, index: 0 })]);
 * await generator.close();
 * const { trajectories: total, diversity } = await datasetMetrics(trajectories);
 * console.log(total, diversity.prompts); // → 1 1
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export async function datasetMetrics(
  trajectories: readonly Trajectory[],
  options: DatasetMetricsOptions = {},
): Promise<DatasetMetrics> {
  const { evaluations = [] } = checkOptions(options);
  const byId = new Map(evaluations.map((evaluation) => [evaluation.trajectoryId, evaluation]));
  const tally = new DatasetTally();
  for (const trajectory of trajectories) tally.add(trajectory, byId.get(trajectory.id));
  return tally.result();
}
