import { join } from 'node:path';
import { contentHash, type Json, type JsonObject } from '../../../core/index.js';
import { packageVersion } from '../../../core/internal.js';
import type { KeptResults } from '../../../pipelines/internal.js';
import type { OutputPlace } from './output-files.js';
import type { NamedTask } from './read-tasks.js';
import type { TrainingRun } from './save-training.js';
import type { TaskResult } from './train-task.js';

/** The folder below `--out` that the training of a folder is kept in. */
const FOLDER = 'training';

/** What of a folder of tasks was trained before, and where the rest is kept. */
export interface KeptTraining extends AsyncDisposable {
  /** Results of an earlier call, by the place of their task. */
  readonly found: ReadonlyMap<number, TaskResult>;
  keep(place: number, result: TaskResult): Promise<void>;
  finish(results: readonly TaskResult[]): Promise<void>;
}

/**
 * Opens the record of a training: each result is kept as it comes, so that `--resume` goes on after any end.
 * @throws {MettleError} as `openKeptResults`.
 */
export async function openKeptTraining(
  { path }: OutputPlace,
  files: readonly NamedTask[],
  run: TrainingRun,
  { resume, say }: { readonly resume: boolean; readonly say: (line: string) => void },
): Promise<KeptTraining> {
  const { openKeptResults } = await import('../../../pipelines/internal.js');
  const kept: KeptResults = await openKeptResults({
    folder: join(path, FOLDER),
    run: identityOf(files, run),
    resume,
    onProblem: say,
  });
  try {
    const found = new Map<number, TaskResult>();
    for (const place of files.keys()) {
      const result = await kept.read(place);
      if (result !== null) found.set(place, result as unknown as TaskResult);
    }
    return {
      found,
      keep: (place, result) => kept.keep(place, result as unknown as Json),
      finish: (results) =>
        kept.finish({
          results: results.length,
          passRate: results.filter(({ solved }) => solved).length / results.length,
        }),
      [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
    };
  } catch (error) {
    await kept[Symbol.asyncDispose]();
    throw error;
  }
}

/** All that decides the scripts. */
function identityOf(
  files: readonly NamedTask[],
  { budget, seed, tolerance, model }: TrainingRun,
): JsonObject {
  return {
    mettle: packageVersion(),
    command: 'evolve',
    played_by: model ?? 'search',
    tasks: files.map(({ name }) => name),
    examples: contentHash(files as unknown as Json),
    seconds: budget.seconds ?? null,
    evaluations: budget.maxEvaluations ?? null,
    seed,
    tolerance,
  };
}
