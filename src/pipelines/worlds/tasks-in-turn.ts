import type { TaskInWorld } from '../../generation/index.js';
import { isOutOfTasks } from '../../generation/internal.js';
import type { WorldTasks } from './world-tasks.js';

/** The tasks of a world one after another, for as long as it has new ones. */
export async function* tasksInTurn({
  taskAt,
}: Pick<WorldTasks, 'taskAt'>): AsyncGenerator<TaskInWorld, void, undefined> {
  for (let index = 0; ; index++) {
    let task: TaskInWorld;
    try {
      task = await taskAt(index);
    } catch (error) {
      if (isOutOfTasks(error)) return;
      throw error;
    }
    yield task;
  }
}
