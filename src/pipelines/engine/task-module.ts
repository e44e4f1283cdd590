import type { Json } from '../../core/index.js';
import type { TaskDefinition } from './task-engine.js';

/** Tasks that a process has opened, with what they hold open. */
export interface OpenedTasks extends AsyncDisposable {
  readonly tasks: readonly TaskDefinition[];
}

/** What opening tasks is given beside its options. */
export interface OpenTasksAccess {
  /** Hears of warnings and of model calls that are made again, a line each. */
  readonly say: (line: string) => void;
}

/** Opens tasks in whichever process does them. */
export type OpenTasks = (options: Json, access: OpenTasksAccess) => Promise<OpenedTasks>;

/** A module that exports `openTasks`, an {@link OpenTasks}, and its options: so that a process of its own can do the tasks. */
export interface TaskModule {
  /** The address of the compiled module. */
  readonly url: string;
  /** The name of what it exports, an {@link OpenTasks}. Default `openTasks`. */
  readonly exportName?: string;
  readonly options: Json;
}
