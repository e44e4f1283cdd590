import { defineOptions, type JsonObject, option } from '../../core/index.js';
import type { TaskGenerator, TaskSplit } from '../../generation/index.js';
import type { TaskCase } from './benchmark-case.js';

/** Which tasks {@link taskCases} takes. */
export interface TaskCasesOptions {
  /** How many cases. */
  readonly count: number;
  /** Default 0. */
  readonly seed?: number;
  /** Degree of difficulty. Default: the generator's, mixed. */
  readonly level?: number;
  /** Default `held_out`: what nothing was trained on. */
  readonly split?: TaskSplit;
}

const checkOptions = defineOptions<TaskCasesOptions>()('taskCases', {
  count: option.required(option.wholeNumber(1)),
  seed: option.integer,
  level: option.wholeNumber(1),
  split: option.oneOf(['train', 'held_out']),
});

/**
 * Cases of a task generator. Each trial of a case gets another instance in a world of its own, so that a program that always does the same is
 * tried, too. No two trials share an instance.
 *
 * @throws {MettleError} `core/invalid_option`; a trial throws as the generator.
 */
export function taskCases(generator: TaskGenerator, options: TaskCasesOptions): readonly TaskCase[] {
  const { count, seed = 0, level, split = 'held_out' } = checkOptions(options);
  const source: JsonObject = { generator: generator.name, seed, count, split, level: level ?? null };
  return Array.from({ length: count }, (_, place) => ({
    id: `${generator.name}-${place}`,
    category: level === undefined ? generator.name : `${generator.name}, level ${level}`,
    source,
    task: (trial) =>
      generator.generate({
        seed,
        index: place + trial * count,
        split,
        ...(level === undefined ? {} : { level }),
      }),
  }));
}
