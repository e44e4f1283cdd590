/** The worker thread in which tasks of a folder are trained: one after another, in a sandbox of its own. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../../core/internal.js';
import { createSandbox, type Sandbox } from '../../../sandbox/index.js';
import type { TrainJob, TrainMessage } from './train-folder.js';
import { trainTask } from './train-task.js';

const abort = new AbortController();
let sandbox: Promise<Sandbox> | undefined;

/**
 * How much a heap grows until V8 looks for garbage in it. Left to itself it lets garbage lie that takes half as much as
 * what a search holds, in each thread.
 */
const GROWTH_PERCENT = 20;

setFlagsFromString('--expose-gc');
setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
/** Gives back what the task before has left: V8 would let it lie until the next one has grown as large beside it. */
const collectGarbage: () => void = runInNewContext('gc');

function tell(message: TrainMessage): void {
  parentPort?.postMessage(message);
}

async function work({ index, file, budget, seed, tolerance }: TrainJob): Promise<void> {
  try {
    sandbox ??= createSandbox({ engine: 'auto' });
    const result = await trainTask(file, {
      budget,
      seed,
      tolerance,
      sandbox: await sandbox,
      signal: abort.signal,
      onProgress: (update) => tell({ kind: 'progress', index, update }),
      model: null,
    });
    tell({ kind: 'result', index, result });
  } catch (error) {
    tell({ kind: 'error', index, message: errorMessage(error) });
  } finally {
    collectGarbage();
  }
}

parentPort?.on('message', (job: TrainJob | 'abort' | 'close') => {
  if (job === 'abort') abort.abort();
  else if (job === 'close') {
    void Promise.resolve(sandbox)
      .then((open) => open?.close())
      .finally(() => parentPort?.close());
  } else void work(job);
});
