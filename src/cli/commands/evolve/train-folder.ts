import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ProgressUpdate } from '../../../core/index.js';
import type { Budget } from '../../../training/index.js';
import { cliError } from '../../error-codes.js';
import type { NamedTask } from './read-tasks.js';
import type { TaskResult } from './train-task.js';

/** A task for a thread. */
export interface TrainJob {
  readonly index: number;
  readonly file: NamedTask;
  readonly budget: Budget;
  readonly seed: number;
  readonly tolerance: number;
}

/** What a thread tells of a task. */
export type TrainMessage =
  | { readonly kind: 'progress'; readonly index: number; readonly update: ProgressUpdate }
  | { readonly kind: 'result'; readonly index: number; readonly result: TaskResult }
  | { readonly kind: 'error'; readonly index: number; readonly message: string };

/** What {@link trainFolder} needs beside the tasks. */
export interface FolderOptions {
  readonly jobs: number;
  readonly budget: Budget;
  readonly seed: number;
  readonly tolerance: number;
  readonly signal: AbortSignal;
  /** Called as a task goes on, with its name. */
  readonly onProgress: (task: string, update: ProgressUpdate) => void;
  /** Called as each task ends, in the order in which they end. */
  readonly onResult: (result: TaskResult) => void;
}

/** How much new a thread fills before it looks for garbage there; V8 would take 48. Not a limit that could end a thread. */
const YOUNG_MEGABYTES = 6;

/** Whether tasks can be trained in threads: these run compiled code, also where this module is run from source. */
export function canTrainInThreads(): boolean {
  return existsSync(fileURLToPath(workerUrl()));
}

/**
 * Trains tasks without a model in several threads. The results are in the order of the tasks and the same for any number
 * of threads; after an abort, those of the tasks that were done.
 */
export async function trainFolder(
  files: readonly NamedTask[],
  options: FolderOptions,
): Promise<readonly TaskResult[]> {
  const results = new Map<number, TaskResult>();
  let next = 0;
  const runThread = async (): Promise<void> => {
    const worker = new Worker(workerUrl(), {
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    const ended = endOf(worker);
    const stop = (): void => worker.postMessage('abort');
    options.signal.addEventListener('abort', stop, { once: true });
    try {
      while (next < files.length && !options.signal.aborted) {
        const index = next++;
        const file = files[index];
        if (file === undefined) break;
        const result = await trainOne(worker, { index, file, ...settingsOf(options) }, (update) =>
          options.onProgress(file.name, update),
        );
        results.set(index, result);
        options.onResult(result);
      }
    } finally {
      options.signal.removeEventListener('abort', stop);
      worker.postMessage('close');
      await ended;
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, files.length) }, runThread));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}

function settingsOf({
  budget,
  seed,
  tolerance,
}: FolderOptions): Pick<TrainJob, 'budget' | 'seed' | 'tolerance'> {
  return { budget, seed, tolerance };
}

function trainOne(
  worker: Worker,
  job: TrainJob,
  onProgress: (update: ProgressUpdate) => void,
): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (message: string): void => {
      stop();
      reject(cliError('training_failed', `${job.file.name}: ${message}`));
    };
    const onMessage = (message: TrainMessage): void => {
      if (message.kind === 'progress') onProgress(message.update);
      else if (message.kind === 'error') fail(message.message);
      else {
        stop();
        resolve(message.result);
      }
    };
    const onError = (error: Error): void => fail(error.message);
    const onExit = (): void => fail('the thread that trained it ended');
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

/** Resolves when a thread has ended, whether it was told to or ended by itself. */
function endOf(worker: Worker): Promise<void> {
  worker.on('error', () => undefined);
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}

function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../../dist/cli/commands/evolve/train-worker.js' : './train-worker.js',
    import.meta.url,
  );
}
