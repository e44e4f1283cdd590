import { join } from 'node:path';
import { defineOptions, option, type ProgressListener } from '../../core/index.js';
import { prepareExports } from '../outputs/export-runs.js';
import { prepareOutputFolder } from '../outputs/output-folder.js';
import { checkRecipe } from '../recipe/check-recipe.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { Recipe } from '../recipe/recipe.js';
import type { WriteAt } from '../store/append-file.js';
import type { ModuleWorld } from '../worlds/world-access.js';
import { checkForWorkers, playInProcesses } from './play-in-processes.js';
import { openRecipe } from './recipe-work.js';
import { type GeneratedFolder, type OpenEngine, runFolder } from './run-folder.js';
import { checkShard, type Shard, WHOLE } from './shard.js';
import { openSpending } from './spending.js';

/** What {@link runRecipe} takes. */
export interface RunRecipeOptions {
  /** Where the runs and their files go. */
  readonly folder: string;
  /** Whether to go on with what the folder holds. Default false: a folder with runs is refused. */
  readonly resume?: boolean;
  /** The part of the run that this process does. Default: all of it. */
  readonly shard?: Shard;
  /** Processes that play and verify. They use more processors, and one that dies ends no run. Default 0: this process does. */
  readonly workers?: number;
  /** Makes the engine that does the tasks. Default: the embedded one, `concurrency` tasks at once. */
  readonly engine?: OpenEngine;
  /** Ends the run after what is under way. */
  readonly stop?: AbortSignal;
  readonly onProgress?: ProgressListener;
  /** Hears of warnings, of model calls that are made again and of what a crash left behind, a line each. */
  readonly onWarning?: (line: string) => void;
  /** Hears who plays before anything is played. */
  readonly onPlayers?: (playedBy: string) => void;
  /** Holds `METTLE_MODEL` and the keys of providers. Default: the process's variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Loads a world from a module, which runs in this process with its rights. Default: such worlds are refused. */
  readonly loadModule?: (path: string) => Promise<ModuleWorld>;
  /** How a path is written in messages. Default: as it is. */
  readonly shownPath?: (path: string) => string;
}

const checkOptions = defineOptions<RunRecipeOptions>()('runRecipe', {
  folder: option.required(option.text),
  resume: option.boolean,
  shard: option.object,
  workers: option.wholeNumber(0),
  engine: option.callback,
  stop: option.signal,
  onProgress: option.callback,
  onWarning: option.callback,
  onPlayers: option.callback,
  variables: option.record,
  loadModule: option.callback,
  shownPath: option.callback,
});

/** What a recipe came to. */
export interface RecipeRun extends GeneratedFolder {
  readonly playedBy: string;
  /** What the user should know, a line each. */
  readonly warnings: readonly string[];
}

/**
 * Runs a recipe into a folder: plays its tasks, verifies and judges each run, and writes the records, a report, and the exports. What is
 * done is kept at once, so that `resume` goes on after any end, `kill -9` and a full disk included, and comes to the same bytes. So do several processes
 * that do a `shard` each in one folder: the last of them writes the files.
 *
 * A reply that a model gave is kept, too, and is not paid for again. Another recipe is refused, with what differs; `numTrajectories`, `dedup`, `filter`,
 * `exportFormat`, `budget`, `concurrency` and `name` may change.
 *
 * @example
 * ```ts
 * import { runRecipe } from 'mettle/pipelines';
 *
 * const { written, summary } = await runRecipe(
 *   { environment: 'hotel', numTrajectories: 12, policy: 'mixed', exportFormat: 'openai' },
 *   { folder: 'hotel-runs' },
 * );
 * console.log(written, summary.verified?.trials); // → 12 12
 * ```
 * @throws {MettleError} `pipelines/invalid_recipe`, `pipelines/other_run`, `pipelines/output_exists`, `pipelines/output_unwritable`,
 *   `pipelines/write_failed`, `filesystem/folder_locked`; what opening a world or a model throws.
 */
export async function runRecipe(recipe: Recipe, options: RunRecipeOptions): Promise<RecipeRun> {
  return runRecipeWith(recipe, checkOptions(options), {});
}

/** {@link runRecipe} with a disk that a test makes fail, or an account of model calls that several runs share. */
export async function runRecipeWith(
  given: Recipe,
  options: RunRecipeOptions,
  { write, account }: { readonly write?: WriteAt; readonly account?: string },
): Promise<RecipeRun> {
  const checked = checkRecipe(given);
  if ('problem' in checked) {
    const { path, message } = checked.problem;
    throw invalidRecipe(`The recipe, ${path.join('.')}: ${message}`);
  }
  const { recipe } = checked;
  const { folder, resume = false, shard = WHOLE, variables = process.env, onPlayers } = options;
  const { workers = 0, engine } = options;
  checkShard(shard);
  if (workers > 0) checkForWorkers(recipe);
  const say = options.onWarning ?? (() => undefined);
  const spending = openSpending(account ?? join(folder, names.runFolder), recipe);
  await using work = await openRecipe(recipe, {
    folder,
    worlds: { loadModule: options.loadModule, shown: options.shownPath, say },
    models: { variables, say, spending },
  });
  onPlayers?.(work.playedBy);
  await prepareOutputFolder(folder);
  if (recipe.budget !== undefined) spending.begin();
  if (work.exports !== null) await prepareExports(folder, work.exports);
  const concurrency = Math.max(recipe.concurrency ?? 4, workers);
  const inProcesses = { recipe, folder, variables: options.variables ?? null };
  await using processes =
    workers === 0 ? null : playInProcesses(inProcesses, { workers, concurrency, onLine: say });
  const made = await runFolder(work, {
    folder,
    resume,
    shard,
    concurrency,
    tasks: processes?.tasks,
    engine,
    stop: options.stop,
    onProgress: options.onProgress,
    onProblem: say,
    write,
  });
  return { ...made, playedBy: work.playedBy, warnings: work.warnings };
}
