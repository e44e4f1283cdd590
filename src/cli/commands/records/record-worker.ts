/** The thread in which records of a file are worked on, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, MettleError } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import { readOneLine } from './read-one-line.js';
import type { LineAnswer, LineJob } from './record-threads.js';
import type { RecordWork, WorkRecipe } from './record-work.js';

async function openWork({ kind, options }: WorkRecipe): Promise<RecordWork<unknown>> {
  if (kind === 'verify') return (await import('../verify/verify-work.js')).openVerifyWork(options as never);
  if (kind === 'rescore')
    return (await import('../rescore/rescore-work.js')).openRescoreWork(options as never);
  return (await import('../export/export-work.js')).openExportWork(options as never);
}

const opening = openWork(workerData as WorkRecipe);
opening.catch(() => undefined);

async function answer(job: LineJob): Promise<LineAnswer<unknown>> {
  try {
    const read = await readOneLine(job);
    if (read === null) return { kind: 'blank' };
    if ('reason' in read) return { kind: 'skipped', reason: read.reason };
    return { kind: 'result', result: await (await opening).work(read) };
  } catch (error) {
    const code: ErrorCode | null = MettleError.isInstance(error) ? error.code : null;
    return { kind: 'thrown', code, message: errorMessage(error) };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (job: LineJob | 'close') => {
  // One after another: a thread that dies is put down to the record in hand.
  last = last.then(async () => {
    if (job !== 'close') {
      parentPort?.postMessage(await answer(job));
      return;
    }
    const work = await opening.catch(() => null);
    await work?.[Symbol.asyncDispose]();
    parentPort?.close();
  });
});
