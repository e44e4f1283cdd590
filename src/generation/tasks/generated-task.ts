import type { Policy } from '../../environments/index.js';
import type { TaskInWorld } from './task-in-world.js';

/** Which part of the instances a task is from. No instance is in both, whatever the seeds. */
export type TaskSplit = 'train' | 'held_out';

/** A task in its world, and a policy that does it. The environment is shared by the tasks of one generator. */
export interface GeneratedTask extends TaskInWorld {
  /** Does the task through the tools, as an agent would have to. */
  readonly oracle: Policy;
}

/** Which instance to generate. */
export interface GenerateTaskOptions {
  readonly seed: number;
  /** Place in the sequence of instances that the other options name; no two places hold the same task. */
  readonly index: number;
  /** One of the generator's levels. Default: all of them, mixed. */
  readonly level?: number;
  /** Default: both. */
  readonly split?: TaskSplit;
}

/** Makes tasks of one kind of world. The same options give the same task. */
export interface TaskGenerator {
  /** snake_case. */
  readonly name: string;
  /** Degrees of difficulty, easiest first. */
  readonly levels: readonly number[];
  /**
   * @throws {MettleError} `generation/too_few_tasks` when the data has no more instances,
   *   `generation/unknown_level`, `generation/invalid_index`.
   */
  generate(options: GenerateTaskOptions): Promise<GeneratedTask>;
}
