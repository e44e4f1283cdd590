import type { Environment, Policy } from '../../environments/index.js';
import type { EnvironmentConfig, Task } from '../../records/index.js';

/** A task with the world it is to be done in. */
export interface TaskInWorld {
  readonly task: Task;
  readonly environment: Environment;
  /** Opens the world. */
  readonly seed: number;
  /** A policy that does the task, where one is known. */
  readonly oracle?: Policy;
  /** How the environment is opened again, by `openTaskEnvironment`: kept in the record, which then proves itself without a file beside it. */
  readonly world?: EnvironmentConfig;
}
