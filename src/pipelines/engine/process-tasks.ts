import { defineOptions, type Json, option } from '../../core/index.js';
import { WaitingLine } from '../../core/internal.js';
import type { TaskContext, TaskDefinition } from './task-engine.js';
import type { TaskModule } from './task-module.js';
import { WorkerProcess } from './worker-process.js';

/** What {@link createProcessTasks} takes. */
export interface ProcessTasksOptions {
  /** What the processes open. */
  readonly module: TaskModule;
  /** The names of its tasks. */
  readonly names: readonly string[];
  readonly processes: number;
  /** Tasks that one process does at once. Default 1. */
  readonly tasksPerProcess?: number;
  /** Hears of what the processes say, a line each. */
  readonly onLine?: (line: string) => void;
}

/** Tasks that are done in processes, for any engine of this one. */
export interface ProcessTasks extends AsyncDisposable {
  readonly tasks: readonly TaskDefinition[];
  /** The numbers of the processes that live. */
  pids(): readonly number[];
}

const checkOptions = defineOptions<ProcessTasksOptions>()('createProcessTasks', {
  module: option.required(option.object),
  names: option.required(option.list(option.text)),
  processes: option.required(option.wholeNumber(1)),
  tasksPerProcess: option.wholeNumber(1),
  onLine: option.callback,
});

/**
 * Tasks in processes of their own: they use other processors than this process, and what ends one of them ends no other and not the run. Processes, not
 * threads, because only they can run out of memory, crash or be killed alone.
 *
 * Each starts with its first task, and again after it has died; it ends with this process, however that ends. A task whose process died is done alone
 * the next time, so that it can't take others with it.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function createProcessTasks(options: ProcessTasksOptions): ProcessTasks {
  checkOptions(options);
  const { module, names, processes, tasksPerProcess = 1, onLine = () => undefined } = options;
  const workers = Array.from({ length: processes }, () => new WorkerProcess(module, onLine));
  const forRoom = new WaitingLine();
  let waitingAlone = 0;
  const freeWorker = (isAlone: boolean): WorkerProcess | undefined => {
    // The last one is left to whoever waits to be alone: it empties in the end.
    const open = isAlone || waitingAlone === 0 ? workers : workers.slice(0, -1);
    const [least] = open
      .filter((worker) => !worker.isAlone && worker.load < (isAlone ? 1 : tasksPerProcess))
      .sort((one, other) => one.load - other.load);
    return least;
  };
  const run = async (task: string, input: Json, context: TaskContext): Promise<Json> => {
    const isAlone = context.attempt > 1;
    let worker = freeWorker(isAlone);
    while (worker === undefined) {
      if (isAlone) waitingAlone += 1;
      try {
        await forRoom.wait(context.signal);
      } finally {
        if (isAlone) waitingAlone -= 1;
      }
      worker = freeWorker(isAlone);
    }
    worker.isAlone = isAlone;
    try {
      return await worker.run(task, input, context);
    } finally {
      if (isAlone) worker.isAlone = false;
      forRoom.serveAll();
    }
  };
  return {
    tasks: names.map((name) => ({ name, run: (input, context) => run(name, input, context) })),
    pids: () => workers.flatMap(({ pid }) => (pid === null ? [] : [pid])),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
