import { RandomStream } from '../core/index.js';
import type { Environment } from '../environments/index.js';
import type { TaskGenerator, TaskInWorld, TaskSplit } from '../generation/index.js';
import type { Task } from '../records/index.js';
import { gymError } from './error-codes.js';

/** Which task an episode is of. */
export interface TaskChoice {
  /** Place in the list, or in the generator's sequence. */
  readonly index: number;
  readonly seed: number;
  readonly level?: number | undefined;
  readonly split?: TaskSplit | undefined;
}

/** The tasks of a gym. */
export interface GymTasks {
  /** How many there are; null where a generator draws as many as one likes. */
  readonly count: number | null;
  /** Degrees of difficulty, easiest first; empty where there are none. */
  readonly levels: readonly number[];
  /** Whether `split` chooses among them. */
  readonly hasSplits: boolean;
  /** A task. An index beyond the list begins it anew. The same choice gives the same task. */
  at(choice: TaskChoice): Promise<TaskInWorld>;
  /** The index that a seed stands for, where nobody named one. */
  indexOf(seed: number): number;
}

/** Tasks that are listed. The seed opens the worlds of tasks that bring none. */
export function listedTasks(tasks: readonly TaskInWorld[]): GymTasks {
  return {
    count: tasks.length,
    levels: [],
    hasSplits: false,
    at: async ({ index }) => {
      const task = tasks[index % Math.max(1, tasks.length)];
      if (task === undefined) throw noTask();
      return task;
    },
    indexOf: (seed) =>
      tasks.length === 0 ? 0 : new RandomStream(seed, 'gym/task').integer(0, tasks.length - 1),
  };
}

/** Tasks in worlds of one environment, which the seed of the episode opens. */
export function tasksIn(environment: Environment, tasks: readonly Task[]): GymTasks {
  const listed = listedTasks(tasks.map((task) => ({ task, environment, seed: 0 })));
  return { ...listed, at: async (choice) => ({ ...(await listed.at(choice)), seed: choice.seed }) };
}

/** Tasks that a generator draws. */
export function generatedTasks(generator: TaskGenerator): GymTasks {
  return {
    count: null,
    levels: generator.levels,
    hasSplits: true,
    at: ({ index, seed, level, split }) =>
      generator.generate({
        seed,
        index,
        ...(level === undefined ? {} : { level }),
        ...(split === undefined ? {} : { split }),
      }),
    indexOf: () => 0,
  };
}

/** The error of a gym that has no task to play. */
function noTask(): Error {
  return gymError(
    'no_task',
    'The gym has no task: pass `task`, `tasks` or `generator`, or reset with a task.',
  );
}
