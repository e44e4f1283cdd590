import type { ProgressListener } from '../../core/index.js';
import type { TaskInWorld } from '../../generation/index.js';
import { selectForTraining, type Trajectory } from '../../records/index.js';
import type { Recipe } from '../recipe/recipe.js';
import { compileSkills } from '../skills/compile-skills.js';
import { writeSkill } from '../skills/write-skill.js';
import { tasksInTurn } from '../worlds/tasks-in-turn.js';
import type { WorldAccess } from '../worlds/world-access.js';
import { openWorldTasks } from '../worlds/world-tasks.js';
import type { FlywheelLesson, FlywheelSkill } from './flywheel-round.js';

/** What {@link learnSkills} needs beside the runs. */
export interface LearnOptions {
  readonly recipe: Recipe;
  /** Runs of the measurement, on whose tasks nothing is tested. */
  readonly benchmark: readonly Trajectory[];
  /** Where the skills that are kept go. */
  readonly folder: string;
  readonly margin: number;
  readonly stop: AbortSignal | undefined;
  readonly worlds: WorldAccess;
  readonly practised: number;
  readonly practisedBy: string;
  readonly onProgress: ProgressListener;
}

/** Unseen tasks that are looked at. */
const MOST_TASKS = 5_000;
/** Added to the recipe's seed for the tasks that skills are tested on. */
const TEST_SEED = 1_000_003;

/** Finds skills in runs, tests them on unseen tasks, and writes those that hold. Null where the signal broke it off. */
export async function learnSkills(
  runs: readonly Trajectory[],
  options: LearnOptions,
): Promise<FlywheelLesson | null> {
  const { recipe, benchmark, folder, margin, stop, worlds: access } = options;
  const worlds = [];
  try {
    const { environment = 'sql', seed = 0, tasks = {} } = recipe;
    for (const each of [environment].flat()) {
      worlds.push(
        await openWorldTasks(
          each,
          { seed: seed + TEST_SEED, tasks: { ...tasks, split: 'held_out' }, queries: null },
          access,
        ),
      );
    }
    const { kept, rejected } = await compileSkills(runs, {
      unseen: notAmong(benchmark, inTurn(worlds.map(tasksInTurn))),
      margin,
      maxTasks: MOST_TASKS,
      onProgress: options.onProgress,
      ...(stop === undefined ? {} : { signal: stop }),
    });
    for (const skill of kept) await writeSkill(folder, skill, runs);
    const shown = ({ name, records, test }: (typeof kept)[number], why: string | null): FlywheelSkill => ({
      name,
      records: records.length,
      test,
      rejected: why,
    });
    return {
      practised: options.practised,
      usable: selectForTraining(runs).selected.length,
      practisedBy: options.practisedBy,
      skills: [
        ...kept.map((skill) => shown(skill, null)),
        ...rejected.map((skill) => shown(skill, skill.reason)),
      ],
    };
  } catch (error) {
    if (stop?.aborted === true) return null;
    throw error;
  } finally {
    for (const world of worlds) await world.close();
  }
}

/** Tasks that no run is about. */
async function* notAmong(
  runs: readonly Trajectory[],
  tasks: AsyncIterable<TaskInWorld>,
): AsyncGenerator<TaskInWorld, void, undefined> {
  const known = new Set(runs.flatMap(({ task }) => [task.id, task.prompt]));
  for await (const work of tasks) {
    if (!known.has(work.task.id) && !known.has(work.task.prompt)) yield work;
  }
}

/** One of each in turn, for as long as any has more. */
async function* inTurn<T>(
  sources: readonly AsyncGenerator<T, void, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const open = new Set(sources);
  while (open.size > 0) {
    for (const source of [...open]) {
      const { done, value } = await source.next();
      if (done === true) open.delete(source);
      else yield value as T;
    }
  }
}
