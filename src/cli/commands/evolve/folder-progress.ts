import type { ProgressUpdate } from '../../../core/index.js';

/** The progress of one task of a folder, as progress of the folder. */
export function ofFolder(update: ProgressUpdate, task: string, done: number, total: number): ProgressUpdate {
  return { stage: 'tasks', done, total, note: `${task}: ${update.done} tried, ${update.note ?? ''}` };
}
