import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canonicalJson,
  defineOptions,
  type Json,
  type JsonObject,
  MettleError,
  option,
  type ProgressListener,
} from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { blameTable } from '../../evaluation/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { lockFolder } from '../../filesystem/internal.js';
import type {
  AgentTrajectoryGenerator,
  FailedItem,
  GenerationBatch,
  TaskInWorld,
  TrajectoryLog,
  TrajectoryMode,
} from '../../generation/index.js';
import { openTrajectoryLog } from '../../generation/internal.js';
import type { Budget } from '../../models/index.js';
import { readTrajectoryFile, type Trajectory, writeTrajectoryFile } from '../../records/index.js';
import { pipelineError } from '../error-codes.js';
import { blameFailures } from './blame-failures.js';
import { generationFileNames as names } from './generation-files.js';
import { prepareOutputFolder } from './output-folder.js';
import { type GenerationReport, renderGenerationReport } from './report/render-generation-report.js';
import { type GenerationSummary, summarise, summaryDocument } from './summarise.js';

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

/** What a run into a folder came to. */
export interface GeneratedFolder {
  readonly folder: string;
  /** Trajectories that this run added. */
  readonly written: number;
  /** Trajectories that were there before. */
  readonly skipped: number;
  readonly failed: readonly FailedItem[];
  readonly stopReason: GenerationBatch['stopReason'];
  /** Of all that the folder holds. */
  readonly summary: GenerationSummary;
}

/** Tasks that are made and played together. */
const CHUNK = 64;

/**
 * Generates trajectories into a folder: `trajectories.jsonl`, which grows by one whole trajectory at a time, `world.json` to
 * verify them in, `run.json`, and at the end `summary.json` and `report.html`. Killed at any moment, it loses at most what is under
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
 * console.log(written, summary.verified?.rate); // → 20 0.95
 * ```
 * @throws {MettleError} `filesystem/folder_locked` while another run is at work there; `pipelines/other_run` when the folder holds another run, `pipelines/output_unwritable`; as
 *   `openTrajectoryLog`, `writeFileAtomically` and `generateBatch`.
 */
export async function generateToFolder(options: GenerateToFolderOptions): Promise<GeneratedFolder> {
  checkGenerateToFolderOptions(options);
  const { folder, count, taskAt, generator, mode, resume, stop } = options;
  await prepareOutputFolder(folder);
  using _lock = lockOutput(folder);
  await using log = await openLog(join(folder, names.trajectories), resume);
  await writeRunFiles(options, log.found.length > 0);
  let written = 0;
  const failed: FailedItem[] = [];
  const done = new Set(log.found.map(({ task }) => task.id));
  const progress = progressOf(options, log.found.length);
  let stopReason: GenerationBatch['stopReason'] = 'complete';
  progress(log.found, 0);
  for (let start = 0; start < count && stopReason === 'complete'; start += CHUNK) {
    if (stop?.aborted) stopReason = 'aborted';
    const tasks: TaskInWorld[] = [];
    for (let index = start; index < Math.min(count, start + CHUNK); index++) {
      const task = await taskAt(index);
      if (!done.has(task.task.id)) tasks.push(task);
    }
    if (tasks.length === 0 || stopReason !== 'complete') continue;
    const batch = await generator.generateBatch(tasks, {
      mode,
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
      ...(options.budget === undefined ? {} : { budget: options.budget }),
      ...(stop === undefined ? {} : { stop }),
      onTrajectory: async (trajectory) => {
        await log.append(trajectory);
        written += 1;
        progress([trajectory], failed.length);
      },
    });
    failed.push(...batch.failed);
    stopReason = batch.stopReason;
  }
  await log.close();
  // Read back, so that a run that went on shows what one that was never stopped does.
  const { trajectories } = await readTrajectoryFile(join(folder, names.trajectories));
  const summary = summarise(trajectories);
  if (trajectories.length > 0) {
    const blame = await blameFailures(trajectories, { count, taskAt, stop });
    await writeResults(folder, { playedBy: generator.playedBy, trajectories, summary, blame });
  }
  return { folder, written, skipped: log.found.length, failed, stopReason, summary };
}

/** Keeps other runs off the folder until the lock is disposed. */
function lockOutput(folder: string): Disposable {
  try {
    const lock = lockFolder(join(folder, 'run.lock'), folder, 'run');
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw pipelineError('output_unwritable', `Cannot write to ${folder}: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

/** The log to go on with; without the episodes that are played again. */
async function openLog(path: string, resume: boolean): Promise<TrajectoryLog> {
  const log = await openTrajectoryLog(path, { resume });
  const kept = log.found.filter(
    ({ outcome, verification }) => outcome?.verdict !== 'error' && verification?.verdict !== 'error',
  );
  if (kept.length === log.found.length) return log;
  await log.close();
  await writeTrajectoryFile(path, kept);
  return openTrajectoryLog(path, { resume });
}

/** Writes what the set is made by, or makes sure that the folder's is the same. */
async function writeRunFiles(
  { folder, worlds, run }: GenerateToFolderOptions,
  isResumed: boolean,
): Promise<void> {
  const files: readonly (readonly [string, JsonObject])[] = [
    [names.world, { version: 1, ...worldsContent(worlds) }],
    [names.run, { version: 1, ...run }],
  ];
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (isResumed) await checkSame(path, content);
    else await writeFileAtomically(path, `${JSON.stringify(content, null, 1)}\n`);
  }
}

function worldsContent(worlds: GenerateToFolderOptions['worlds']): JsonObject {
  const [first, ...others] = worlds.map((world) => ({ ...world }));
  return others.length === 0 && first !== undefined ? first : { worlds: worlds.map((each) => ({ ...each })) };
}

async function checkSame(path: string, content: JsonObject): Promise<void> {
  let found: Json;
  try {
    found = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    throw otherRun(`Cannot go on: ${path} is not readable (${errorMessage(error)})`);
  }
  if (canonicalJson(found) === canonicalJson(content)) return;
  const members = Object.keys({ ...content, ...(found as JsonObject) });
  const differs = members.filter(
    (name) => canonicalJson((found as JsonObject)[name] ?? null) !== canonicalJson(content[name] ?? null),
  );
  throw otherRun(`Cannot go on: ${path} is of another run (${differs.join(', ')} differ)`);
}

function otherRun(what: string): MettleError {
  return pipelineError('other_run', `${what}. Use the same options as before, or another folder.`);
}

async function writeResults(folder: string, report: Required<GenerationReport>): Promise<void> {
  const { summary, playedBy, blame } = report;
  const { rows, located, unlocated } = blameTable(blame);
  const document = {
    ...summaryDocument(summary),
    played_by: playedBy,
    blame: {
      located,
      unlocated,
      steps: rows.map(({ kind, tool, count }) => ({ kind, tool, count })),
    },
  };
  await writeFileAtomically(join(folder, names.summary), `${JSON.stringify(document, null, 1)}\n`);
  await writeFileAtomically(join(folder, names.report), renderGenerationReport(report));
}

function progressOf(
  { count, onProgress }: GenerateToFolderOptions,
  resumedAt: number,
): (added: readonly Trajectory[], failed: number) => void {
  let [counted, passed, scored, verified] = [0, 0, 0, 0];
  return (added, failed) => {
    for (const { outcome, verification } of added) {
      counted++;
      if (outcome?.verdict === 'pass') passed++;
      if (outcome?.verdict === 'pass' || outcome?.verdict === 'fail') scored++;
      if (verification?.verdict === 'pass') verified++;
    }
    onProgress?.({
      stage: 'generate trajectories',
      done: counted + failed,
      total: count,
      resumedAt,
      note: counted === 0 ? '' : `${passed} of ${scored} passed, ${verified} verified`,
    });
  };
}
