import type { TaskInWorld, TaskSplit } from '../../generation/index.js';
import { isOutOfTasks } from '../../generation/internal.js';
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
  const at = (plan: EpisodePlan): Promise<TaskInWorld> => {
    const part = PARTS.find((each) => each.name === plan.split)?.split;
    return gym.tasks.at({
      index: plan.index,
      // A generator's seed draws all its tasks: a client's would make another task of the place that it asked for.
      seed: hasSplits ? seed : (plan.seed ?? seed),
      split: hasSplits ? part : undefined,
    });
  };
  const splits: readonly ServedSplit[] = hasSplits
    ? await drawnSplits(tasksPerSplit, at)
    : [{ name: 'train', type: 'train', count: count ?? tasksPerSplit }];
  const find = async (plan: EpisodePlan): Promise<TaskInWorld> => {
    const split = splits.find((each) => each.name === plan.split);
    if (split === undefined || plan.index < 0 || plan.index >= split.count) {
      throw gymError('no_task', `There is no task ${plan.index} in ${plan.split}.`);
    }
    return at(plan);
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
        const ending = new AbortController();
        const giveUp = (): void => ending.abort(signal.reason);
        signal.addEventListener('abort', giveUp, { once: true });
        try {
          await own.reset({ task, index: plan.index, signal: ending.signal });
        } finally {
          signal.removeEventListener('abort', giveUp);
        }
        return servedEpisode(own, ending, describe(plan, task), task);
      } catch (error) {
        await own.close();
        throw error;
      }
    },
  };
}

/**
 * The parts of a generator's tasks, each with as many tasks as it has, up to those asked for. All are drawn now: a client counts them
 * before it plays. A part without any is left out.
 * @throws {MettleError} `generation/too_few_tasks` where there are none to train on; what drawing throws.
 */
async function drawnSplits(
  wanted: number,
  at: (plan: EpisodePlan) => Promise<TaskInWorld>,
): Promise<readonly ServedSplit[]> {
  const splits: ServedSplit[] = [];
  for (const { name } of PARTS) {
    const has = async (index: number): Promise<boolean> => {
      try {
        await at({ split: name, index });
        return true;
      } catch (error) {
        if (isOutOfTasks(error) && (index > 0 || name !== 'train')) return false;
        throw error;
      }
    };
    let count = wanted;
    if (!(await has(wanted - 1))) for (count = 0; await has(count); ) count += 1;
    if (count > 0) splits.push({ name, type: name, count });
  }
  return splits;
}

function describe({ split, index }: EpisodePlan, { task }: TaskInWorld): ServedTask {
  const { id, category, prompt, metadata } = task;
  const level = typeof metadata.level === 'number' ? metadata.level : null;
  return { id, category, prompt, level, split, index };
}
