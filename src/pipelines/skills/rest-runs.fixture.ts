import { playEpisode } from '../../environments/index.js';
import { scoreOutcome, verifyTrajectory } from '../../evaluation/index.js';
import { createRestTaskGenerator, type GeneratedTask, type TaskGenerator } from '../../generation/index.js';
import type { Trajectory } from '../../records/index.js';

/** Tasks of a small shop: lookups of users and of stock. */
export function restTasks(): Promise<TaskGenerator> {
  return createRestTaskGenerator({ worlds: 12 });
}

/** Runs of the oracle, scored and proved. */
export async function restRuns(generator: TaskGenerator, count: number): Promise<readonly Trajectory[]> {
  const runs: Trajectory[] = [];
  for (let index = 0; index < count; index++) {
    const { task, environment, seed, oracle } = await generator.generate({
      seed: 1,
      index,
      level: 1,
      split: 'train',
    });
    const { trajectory, ...states } = await playEpisode({ environment, task, policy: oracle, seed });
    const scored = { ...trajectory, outcome: scoreOutcome(trajectory, states) };
    runs.push({ ...scored, verification: await verifyTrajectory(scored, environment) });
  }
  return runs;
}

/** Tasks that no run is about. */
export async function* unseenRestTasks(
  generator: TaskGenerator,
  count: number,
): AsyncGenerator<GeneratedTask> {
  for (let index = 0; index < count; index++) {
    yield generator.generate({ seed: 2, index, level: 1, split: 'held_out' });
  }
}
