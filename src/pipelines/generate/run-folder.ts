import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MettleError, type ProgressListener } from '../../core/index.js';
import { counted, errorMessage } from '../../core/internal.js';
import { lockFolder } from '../../filesystem/internal.js';
import type { FailedItem, GenerationBatch } from '../../generation/index.js';
import { createEmbeddedEngine } from '../engine/embedded-engine.js';
import type { TaskDefinition, TaskEngine } from '../engine/task-engine.js';
import { pipelineError } from '../error-codes.js';
import type { ExportResult } from '../outputs/export-runs.js';
import { prepareOutputFolder } from '../outputs/output-folder.js';
import { DamagedResult } from '../outputs/run-source.js';
import type { GenerationSummary } from '../outputs/summary-tally.js';
import { generationFileNames as names, stageNames } from '../recipe/generation-files.js';
import type { WriteAt } from '../store/append-file.js';
import { countKept } from '../store/kept-items.js';
import { openRunStore, type RunStore } from '../store/run-store.js';
import type { FolderWork } from './folder-work.js';
import { playItems } from './play-items.js';
import { type Played, playTasks } from './play-tasks.js';
import { fingerprintOf, writeRunFiles } from './run-files.js';
import { checkShard, openItems, type Shard, WHOLE, writerName } from './shard.js';
import { writeOutputs } from './write-outputs.js';

/** How a folder is filled. */
export interface RunFolderOptions {
  readonly folder: string;
  /** Whether to go on with what the folder holds. */
  readonly resume: boolean;
  readonly shard?: Shard | undefined;
  /** Runs at once. Default 4. */
  readonly concurrency?: number | undefined;
  /** Ends the run after what is under way. */
  readonly stop?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** Hears of what a crash left behind, a line each. */
  readonly onProblem?: ((line: string) => void) | undefined;
  readonly write?: WriteAt | undefined;
  /** What does the tasks. Default: those of the work, in this process. */
  readonly tasks?: readonly TaskDefinition[] | undefined;
  readonly engine?: OpenEngine | undefined;
}

/** Makes an engine for the tasks of a run: one that does them itself, or one whose workers elsewhere have them by name. */
export type OpenEngine = (tasks: readonly TaskDefinition[]) => TaskEngine | Promise<TaskEngine>;

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
  /** What was exported; null where nothing is, or not yet. */
  readonly exported: ExportResult | null;
  /** A hash of all that decides the runs and their scores. */
  readonly fingerprint: string;
  /** Whether the files are written: with shards, once all are done. */
  readonly isWhole: boolean;
}

/**
 * Fills a folder with runs: those that are not kept there yet are played, and then the files are written from all.
 * @throws {MettleError} `filesystem/folder_locked`, `pipelines/other_run`, `pipelines/output_exists`, `pipelines/output_unwritable`,
 *   `pipelines/write_failed`.
 */
export async function runFolder(work: FolderWork, options: RunFolderOptions): Promise<GeneratedFolder> {
  const { folder, resume, shard = WHOLE, stop, concurrency = 4, onProblem, write } = options;
  const { tasks = playTasks(work), engine: openEngine = embedded(concurrency) } = options;
  checkShard(shard);
  await prepareOutputFolder(folder);
  const writer = writerName(shard);
  const shared = join(folder, names.runFolder);
  using _lock = lockOutput(join(shared, `${writer}.lock`), folder);
  const isBegun = await checkContent(folder, { writer, resume, isShared: shard.count > 1 });
  await writeRunFiles(folder, work, isBegun);
  const fingerprint = fingerprintOf(work);
  const place = { folder: shared, writer, identity: fingerprint, onProblem, ...(write && { write }) };
  await using runs = await openRunStore({ ...place, stage: stageNames.runs });
  await using scores =
    work.evaluator === null ? null : await openRunStore({ ...place, stage: stageNames.scores });
  const skipped = runs.final;
  const failed: FailedItem[] = [];
  let written = 0;
  const progress = progressOf(work, options, { runs, shard });
  progress(null, 0);
  const isOpen = (item: number): boolean => !runs.isFinal(item) || (scores !== null && !scores.isFinal(item));
  for (let round = 1; ; round++) {
    await using engine = await openEngine(tasks);
    const stopReason = await playItems(engine, work, {
      run: fingerprint,
      runs,
      scores,
      keptAtOnce: concurrency,
      items: openItems(work.count, shard, isOpen),
      stop,
      onPlayed: (played) => {
        written += 1;
        progress(played, failed.length);
      },
      onFailed: (item) => failed.push(item),
    });
    failed.sort((left, right) => left.position - right.position);
    await runs.refresh();
    await scores?.refresh();
    const isPlayed = runs.count >= work.count && (scores === null || scores.count >= runs.final);
    const isComplete = shard.count === 1 || isPlayed;
    // Who has the lock has seen the whole run, too, and writes the same files.
    using outputsLock = isComplete ? lockWhileFree(join(shared, 'outputs.lock'), folder) : null;
    const isWhole = outputsLock !== null;
    try {
      const outputs = await writeOutputs(work, { folder, runs, scores, stop, isWhole });
      return { folder, written, skipped, failed, stopReason, fingerprint, isWhole, ...outputs };
    } catch (error) {
      if (!(error instanceof DamagedResult)) throw error;
      if (round === MOST_ROUNDS) throw keepsDamaging(shared, error);
      // Whatever else is damaged is done again in the same round.
      for (let item = 0; item < work.count; item++) {
        await runs.read(item);
        await scores?.read(item);
      }
    }
  }
}

/** Times that runs are done whose results a disk has damaged since: after that, it will damage the next one, too. */
const MOST_ROUNDS = 3;

function keepsDamaging(folder: string, { message }: DamagedResult): MettleError {
  return pipelineError(
    'write_failed',
    `What is written in ${folder} comes back damaged (${message}, for the ${MOST_ROUNDS}rd time). Check the disk, or choose another folder.`,
  );
}

function embedded(concurrency: number): OpenEngine {
  return (tasks) => createEmbeddedEngine({ tasks, concurrency, room: concurrency });
}

/** Keeps other runs off the folder until the lock is disposed. */
function lockOutput(path: string, folder: string): Disposable {
  try {
    const lock = lockFolder(path, folder, 'run');
    return { [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw pipelineError('output_unwritable', `Cannot write to ${folder}: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

/** The lock, or null while another process has it. */
function lockWhileFree(path: string, folder: string): Disposable | null {
  try {
    return lockOutput(path, folder);
  } catch (error) {
    if (MettleError.isInstance(error) && error.code === 'filesystem/folder_locked') return null;
    throw error;
  }
}

/** Whether the folder holds results of a run already. Refuses what would be mixed up. */
async function checkContent(
  folder: string,
  {
    writer,
    resume,
    isShared,
  }: { readonly writer: string; readonly resume: boolean; readonly isShared: boolean },
): Promise<boolean> {
  const file = join(folder, names.trajectories);
  const found = await stat(file).catch(() => null);
  if (found !== null && !found.isFile()) {
    throw pipelineError('output_unwritable', `Cannot write ${file}: it is no file. Choose another folder.`);
  }
  const kept = await countKept(join(folder, names.runFolder), stageNames.runs);
  if (kept.all === 0 && (found?.size ?? 0) > 0) {
    throw pipelineError(
      'output_exists',
      `${file} holds something that no run of this folder made. Choose another folder.`,
    );
  }
  const own = isShared ? (kept.byWriter.get(writer) ?? 0) : kept.all;
  if (!resume && own > 0) {
    throw pipelineError(
      'output_exists',
      `${folder} holds ${counted(own, 'trajectory', 'trajectories')} already. Continue it (resume), or choose another place.`,
    );
  }
  return kept.all > 0 || (isShared && (await readdir(folder)).includes(names.run));
}

function progressOf(
  { count, note }: FolderWork,
  { onProgress }: RunFolderOptions,
  { runs, shard }: { readonly runs: RunStore; readonly shard: Shard },
): (added: Played | null, failed: number) => void {
  let [total, resumedAt] = [0, 0];
  for (const item of openItems(count, shard, () => true)) {
    total += 1;
    if (runs.isFinal(item)) resumedAt += 1;
  }
  let [counted, passed, scored, verified] = [0, 0, 0, 0];
  return (added, failed) => {
    if (added !== null) {
      const { outcome, verification } = added;
      counted++;
      if (outcome === 'pass') passed++;
      if (outcome === 'pass' || outcome === 'fail') scored++;
      if (verification === 'pass') verified++;
    }
    const words = counted === 0 ? [] : [`${passed} of ${scored} passed, ${verified} verified`];
    const spent = note?.() ?? '';
    onProgress?.({
      stage: 'generate trajectories',
      done: resumedAt + counted + failed,
      total,
      resumedAt,
      note: [...words, ...(spent === '' ? [] : [spent])].join(', '),
    });
  };
}
