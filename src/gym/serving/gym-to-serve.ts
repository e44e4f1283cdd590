import type { TaskInWorld, TaskSplit } from '../../generation/index.js';
import type { AgentGym } from '../agent-gym.js';
import { gymError } from '../error-codes.js';
import { servedEpisode, withAnswerTool } from './gym-episodes.js';
import type { EpisodePlan, ServedGym, ServedSplit, ServedTask } from './served-gym.js';

/** What a server offers of a gym. */
export interface GymToServe {
  readonly gym: AgentGym;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Tasks of each part that a generator draws. */
  readonly tasksPerSplit: number;
  /** Draws a generator's tasks, and opens the worlds of tasks that bring no seed. */
  readonly seed: number;
}

/** The parts of a generator's tasks, under the names that trainers look for. */
const PARTS: readonly { readonly name: 'train' | 'test'; readonly split: TaskSplit }[] = [
  { name: 'train', split: 'train' },
  { name: 'test', split: 'held_out' },
];

/**
 * A gym as servers offer it. Each episode is played in a sibling of it, so that none sees another.
 * @throws {MettleError} `gym/no_task`; what drawing the first task throws.
 */
export async function gymToServe({
  gym,
  name,
  description,
  tasksPerSplit,
  seed,
}: GymToServe): Promise<ServedGym> {
  const { count, hasSplits } = gym.tasks;
  const splits: readonly ServedSplit[] = hasSplits
    ? PARTS.map((part) => ({ name: part.name, type: part.name, count: tasksPerSplit }))
    : [{ name: 'train', type: 'train', count: count ?? tasksPerSplit }];
  const find = async (plan: EpisodePlan): Promise<TaskInWorld> => {
    const split = splits.find((each) => each.name === plan.split);
    if (split === undefined || plan.index < 0 || plan.index >= split.count) {
      throw gymError('no_task', `There is no task ${plan.index} in ${plan.split}.`);
    }
    const part = PARTS.find((each) => each.name === plan.split)?.split;
    return gym.tasks.at({
      index: plan.index,
      // A generator's seed draws all its tasks: a client's would make another task of the place that it asked for.
      seed: hasSplits ? seed : (plan.seed ?? seed),
      split: hasSplits ? part : undefined,
    });
  };
  const first = await find({ split: 'train', index: 0 });
  return {
    name: name ?? first.environment.name,
    description: description ?? `Tasks in the world ${first.environment.name}, each with its own check.`,
    tools: withAnswerTool(first.environment.tools),
    splits,
    task: async (plan) => describe(plan, await find(plan)),
    async begin(plan, signal) {
      const task = await find(plan);
      signal.throwIfAborted();
      const own = gym.sibling();
      try {
        await own.reset({ task, index: plan.index });
        return servedEpisode(own, describe(plan, task), task);
      } catch (error) {
        await own.close();
        throw error;
      }
    },
  };
}

function describe({ split, index }: EpisodePlan, { task }: TaskInWorld): ServedTask {
  const { id, category, prompt, metadata } = task;
  const level = typeof metadata.level === 'number' ? metadata.level : null;
  return { id, category, prompt, level, split, index };
}
