import { MettleError } from '../../core/index.js';

/** Whether a generator says that there are no more different tasks than it gave. */
export function isOutOfTasks(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code === 'generation/too_few_tasks';
}
