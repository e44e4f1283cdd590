import { writeFileAtomically } from '../../../filesystem/index.js';
import { renderTrainingReport } from '../../../pipelines/index.js';
import type { NamedTask } from './read-tasks.js';
import type { TrainingRun } from './save-training.js';
import type { TaskResult } from './train-task.js';

/** Writes the page about what was trained. */
export async function writeReport(
  path: string,
  files: readonly NamedTask[],
  results: readonly TaskResult[],
  run: TrainingRun,
): Promise<void> {
  const tasks = results.flatMap((result) => {
    const file = files.find(({ name }) => name === result.task);
    if (file === undefined) return [];
    const { examples, holdout = [], description } = file.task;
    return [
      { ...result, name: result.task, description, examples: [...examples, ...holdout], test: file.test },
    ];
  });
  await writeFileAtomically(path, renderTrainingReport({ ...run, tasks }));
}
