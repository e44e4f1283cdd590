import { defineOptions, type OptionsCheck, option, type ProgressListener } from '../../core/index.js';
import { errorMessage, inOrder, startOf } from '../../core/internal.js';
import type { ToolChoice } from '../../environments/index.js';
import type { Budget } from '../../models/index.js';
import type { Trajectory } from '../../records/index.js';
import type { BatchPlanOptions } from './plan-batch.js';

/** What `generateBatch` takes beside its inputs. */
export interface GenerateBatchOptions extends BatchPlanOptions {
  /** In place of the generator's. */
  readonly tools?: readonly ToolChoice[];
  /** Told at the start and after each trajectory. What it throws is dropped: nothing done is lost for it. */
  readonly onProgress?: ProgressListener;
  /** Told of each trajectory in the order of the plan, as soon as those before it are done. The batch waits for it. */
  readonly onTrajectory?: (trajectory: Trajectory, position: number) => void | Promise<void>;
  /** Episodes at once. Default 4. */
  readonly concurrency?: number;
  /** What model calls of the whole batch may use. */
  readonly budget?: Budget;
  /** Ends the batch; episodes under way are given up. */
  readonly signal?: AbortSignal;
  /** Ends the batch; episodes under way are played to their end. */
  readonly stop?: AbortSignal;
}

/** Checks {@link GenerateBatchOptions}. */
export const checkBatchOptions: OptionsCheck = defineOptions<GenerateBatchOptions>()('generateBatch', {
  numTrajectories: option.wholeNumber(0),
  domains: option.list(),
  mode: option.string,
  varyModes: option.boolean,
  tools: option.list(),
  onProgress: option.callback,
  onTrajectory: option.callback,
  concurrency: option.wholeNumber(1),
  budget: option.object,
  signal: option.signal,
  stop: option.signal,
});

/** An episode that could not begin. */
export interface FailedItem {
  readonly position: number;
  readonly prompt: string;
  readonly message: string;
}

/** What a batch came to. */
export interface GenerationBatch {
  /** In the order of the plan. */
  readonly trajectories: readonly Trajectory[];
  readonly failed: readonly FailedItem[];
  /** How many were planned. */
  readonly planned: number;
  /** `complete`: each item was played or failed · `budget`, `aborted`: it ended before. */
  readonly stopReason: 'complete' | 'budget' | 'aborted';
}

/** One episode that is ready to be played. */
export interface BatchRun {
  readonly position: number;
  readonly prompt: string;
  readonly play: (signal: AbortSignal | undefined) => Promise<Trajectory>;
}

/** How an item ended. */
type ItemResult =
  | { readonly kind: 'trajectory'; readonly trajectory: Trajectory }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ended'; readonly why: 'budget' | 'aborted' };

/** Plays the episodes of a batch. */
export async function runBatch(
  runs: readonly BatchRun[],
  options: GenerateBatchOptions,
): Promise<GenerationBatch> {
  const { concurrency = 4, onTrajectory } = options;
  const progress = progressOf(options, runs.length);
  const trajectories: Trajectory[] = [];
  const failed: FailedItem[] = [];
  const batch = (stopReason: GenerationBatch['stopReason']): GenerationBatch => ({
    trajectories,
    failed,
    planned: runs.length,
    stopReason,
  });
  progress(0);
  let ended: ItemResult | null = null;
  const results = inOrder(runs, concurrency, async (run) => {
    const result: ItemResult = ended ?? (await playOne(run, options));
    if (result.kind === 'ended') ended = result;
    return { run, result };
  });
  for await (const { run, result } of results) {
    if (result.kind === 'ended') return batch(result.why);
    if (result.kind === 'failed') {
      failed.push({ position: run.position, prompt: run.prompt, message: result.message });
    } else {
      trajectories.push(result.trajectory);
      await onTrajectory?.(result.trajectory, run.position);
    }
    progress(trajectories.length + failed.length, run.prompt);
  }
  const isBrokenOff = trajectories.some(({ stopReason }) => stopReason === 'policy_error');
  return batch(isBrokenOff && options.budget?.isUsedUp() === true ? 'budget' : 'complete');
}

async function playOne(run: BatchRun, { budget, signal, stop }: GenerateBatchOptions): Promise<ItemResult> {
  if (signal?.aborted || stop?.aborted) return { kind: 'ended', why: 'aborted' };
  if (budget?.isUsedUp() === true) return { kind: 'ended', why: 'budget' };
  try {
    return { kind: 'trajectory', trajectory: await run.play(signal) };
  } catch (error) {
    const aborted: boolean = signal?.aborted ?? false;
    if (aborted) return { kind: 'ended', why: 'aborted' };
    return { kind: 'failed', message: errorMessage(error) };
  }
}

function progressOf(
  { onProgress }: GenerateBatchOptions,
  total: number,
): (done: number, note?: string) => void {
  return (done, note) => {
    try {
      onProgress?.({
        stage: 'generate trajectories',
        done,
        total,
        ...(note === undefined ? {} : { note: startOf(note, 60) }),
      });
    } catch {
      // A listener that throws must not cost what was done.
    }
  };
}
