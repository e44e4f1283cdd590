import type { Json } from '../../core/index.js';

/** A piece of work as data, so that any process that has its definition can do it. */
export interface EngineTask {
  /** Its identity: the same work has the same id, and is done once. */
  readonly id: string;
  /** The name of its {@link TaskDefinition}. */
  readonly task: string;
  readonly input: Json;
}

/** What is known while a task runs. */
export interface TaskContext {
  /** Aborts when the task is cancelled: what it gives then is dropped. */
  readonly signal: AbortSignal;
  /** From 1. Tries whose process died count. */
  readonly attempt: number;
}

/** How tasks of a name are done. What it gives follows from the input alone, so that a task that was killed can be done again. */
export interface TaskDefinition {
  readonly name: string;
  /** Gives the output. What it throws counts as a failed attempt. */
  run(input: Json, context: TaskContext): Promise<Json>;
}

/** How a task ended. Each id that was taken ends once. */
export type TaskResult =
  | { readonly id: string; readonly status: 'done'; readonly output: Json; readonly attempts: number }
  | { readonly id: string; readonly status: 'failed'; readonly error: unknown; readonly attempts: number }
  | { readonly id: string; readonly status: 'cancelled' };

/**
 * Does tasks: in this process, in others, or on other machines. Who uses one reads `results` while it submits: an engine takes a bounded number of
 * tasks, and the results that nobody has read count.
 *
 * No engine promises that a task begins once. A task is a function of its input, its id is its identity, and who keeps results keeps one for each id:
 * so results are there once.
 */
export interface TaskEngine extends AsyncDisposable {
  readonly name: string;
  /**
   * Takes a task, and waits while there is no room for it. A task whose id is waiting or running is not taken twice.
   *
   * @throws {MettleError} `pipelines/unknown_task`, `pipelines/engine_drained`; and the signal's reason.
   */
  submit(task: EngineTask, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** How tasks ended, in any order. It ends once the engine was drained and the last result was read. One reader at a time. */
  results(): AsyncIterable<TaskResult>;
  /** Ends a task: one that waits never begins, one that runs is told by its signal. Whether there was one to cancel. */
  cancel(id: string): Promise<boolean>;
  /** Takes nothing more, and settles when everything that was taken has ended. */
  drain(): Promise<void>;
  /** Cancels what is left, and frees everything. */
  close(): Promise<void>;
}
