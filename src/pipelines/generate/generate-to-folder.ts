import { defineOptions, type JsonObject, option, type ProgressListener } from '../../core/index.js';
import type { AgentTrajectoryGenerator, TaskInWorld, TrajectoryMode } from '../../generation/index.js';
import type { Budget } from '../../models/index.js';
import { type GeneratedFolder, runFolder } from './run-folder.js';

/** What {@link generateToFolder} needs. */
export interface GenerateToFolderOptions {
  readonly folder: string;
  /** Trajectories that the folder is to hold in the end. */
  readonly count: number;
  /** The task at a place, from 0; the same each time. */
  readonly taskAt: (index: number) => Promise<TaskInWorld>;
  readonly generator: AgentTrajectoryGenerator;
  readonly mode: TrajectoryMode;
  /** How the worlds that the tasks share are opened again: goes into `world.json`. */
  readonly worlds: readonly { readonly environment: JsonObject; readonly fingerprint: string }[];
  /** Whatever else decides the trajectories: seed, policy, mode. To go on with another run is refused. */
  readonly run: JsonObject;
  /** Whether to go on with what the folder holds. */
  readonly resume: boolean;
  /** Episodes at once. Default 4. */
  readonly concurrency?: number;
  readonly budget?: Budget;
  /** Ends the run after the episodes under way. */
  readonly stop?: AbortSignal;
  readonly onProgress?: ProgressListener;
}

const checkGenerateToFolderOptions = defineOptions<GenerateToFolderOptions>()('generateToFolder', {
  folder: option.required(option.string),
  count: option.required(option.number),
  taskAt: option.required(option.callback),
  generator: option.required(option.object),
  mode: option.required(option.oneOf(['single_agent', 'multi_agent', 'code_execution'])),
  worlds: option.required(option.list()),
  run: option.required(option.record),
  resume: option.required(option.boolean),
  concurrency: option.number,
  budget: option.object,
  stop: option.signal,
  onProgress: option.callback,
});

/**
 * Generates trajectories into a folder: `trajectories.jsonl`, `world.json` to verify them in, `run.json`, `summary.json` and
 * `report.html`. Each run is kept in the folder `run` once it is played. Killed at any moment, it loses at most what is under
 * way, and with `resume` it ends with the same bytes as a run that was never killed.
 *
 * One run at a time works in a folder. Episodes that an error broke off, or whose verification one did, are played again with
 * `resume`.
 *
 * @example
 * ```ts
 * import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { generateToFolder } from 'mettle/pipelines';
 *
 * const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
 * const { written, summary } = await generateToFolder({
 *   folder: 'runs',
 *   count: 20,
 *   taskAt: (index) => tasks.generate({ seed: 0, index }),
 *   generator: new AgentTrajectoryGenerator({ useMock: true, verify: true }),
 *   mode: 'single_agent',
 *   worlds: [],
 *   run: { seed: 0 },
 *   resume: true,
 * });
 * console.log(written, summary.verified?.rate); // → 20 1
 * ```
 * @throws {MettleError} `filesystem/folder_locked` while another run is at work there; `pipelines/other_run` when the folder holds another run, `pipelines/output_exists`
 *   when it holds anything and `resume` is false, `pipelines/output_unwritable`, `pipelines/write_failed`; as `generate`.
 */
export async function generateToFolder(options: GenerateToFolderOptions): Promise<GeneratedFolder> {
  checkGenerateToFolderOptions(options);
  const { folder, count, taskAt, generator, mode, worlds, run, budget, resume } = options;
  const { concurrency, stop, onProgress } = options;
  const play = async (item: number) =>
    generator.generate(await taskAt(item), { mode, ...(budget !== undefined && { budget }) });
  return runFolder(
    {
      count,
      taskAt,
      play,
      evaluator: null,
      worlds,
      run: { ...run, mode },
      playedBy: generator.playedBy,
      exports: null,
      budget,
    },
    { folder, resume, concurrency, stop, onProgress },
  );
}
