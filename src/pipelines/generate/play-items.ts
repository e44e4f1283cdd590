import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { FailedItem, GenerationBatch } from '../../generation/index.js';
import type { TaskEngine, TaskResult } from '../engine/task-engine.js';
import type { RunStore } from '../store/run-store.js';
import type { FolderWork } from './folder-work.js';
import { PLAY, type Played, type PlayInput, readPlayed } from './play-tasks.js';

/** Errors that say that the call makes no sense, not that an item failed. */
const FATAL = new Set([
  'generation/no_policy',
  'generation/no_code_tool',
  'generation/unknown_mode',
  'environments/unknown_tool',
  'pipelines/other_run',
]);

/** How playing is done: the stores of its stages, and who hears of it. */
export interface PlayItemsOptions {
  /** The fingerprint of the run. */
  readonly run: string;
  readonly runs: RunStore;
  readonly scores: RunStore | null;
  /** Results that are being kept at once: they are flushed to the disk together. */
  readonly keptAtOnce: number;
  /** The items to do, in order. */
  readonly items: Iterable<number>;
  readonly stop?: AbortSignal | undefined;
  readonly onPlayed: (played: Played) => void;
  readonly onFailed: (failed: FailedItem) => void;
}

/** Plays items with an engine, and keeps what comes of them. What was begun is kept also where it ends early. */
export async function playItems(
  engine: TaskEngine,
  work: Pick<FolderWork, 'taskAt'>,
  options: PlayItemsOptions,
): Promise<GenerationBatch['stopReason']> {
  const { run, items, stop, keptAtOnce, runs } = options;
  /** Tasks of other runs may be in the same queue. */
  const idOf = (item: number): string => `${run}/${item}`;
  const over = new AbortController();
  const inHand = new Set<string>();
  const keeping = new Set<Promise<void>>();
  let stopReason: GenerationBatch['stopReason'] = 'complete';
  let isSubmitted = false;
  const endSubmitting = (): void => {
    if (!isSubmitted) stopReason = 'aborted';
    over.abort();
  };
  const submitAll = async (): Promise<void> => {
    for (const item of items) {
      if (stop?.aborted === true) endSubmitting();
      if (stopReason !== 'complete' || over.signal.aborted) break;
      const line = runs.isFinal(item) ? await runs.read(item) : null;
      const id = idOf(item);
      inHand.add(id);
      const input = { run, item, line } satisfies PlayInput;
      await engine.submit({ id, task: PLAY, input }, { signal: over.signal });
    }
    isSubmitted = true;
    await engine.drain();
  };
  stop?.addEventListener('abort', endSubmitting, { once: true });
  const submitting = submitAll().catch(async (error: unknown) => {
    await engine.drain();
    if (!over.signal.aborted) throw error;
  });
  submitting.catch(() => undefined);
  let failure: { readonly error: unknown } | null = null;
  try {
    for await (const result of engine.results()) {
      inHand.delete(result.id);
      if (isBudgetUsedUp(result)) {
        stopReason = 'budget';
        over.abort();
        continue;
      }
      if (isBrokenOff(result)) {
        stopReason = 'budget';
        over.abort();
      }
      const kept = keep(result, work, options).catch((error: unknown) => {
        failure ??= { error };
      });
      keeping.add(kept);
      void kept.then(() => keeping.delete(kept));
      if (keeping.size >= keptAtOnce) await Promise.race(keeping);
      if (failure !== null) break;
    }
    if (failure === null) await submitting;
  } catch (error) {
    failure ??= { error };
  } finally {
    stop?.removeEventListener('abort', endSubmitting);
    await Promise.all(keeping);
  }
  if (failure === null) return stopReason;
  over.abort();
  await Promise.all([...inHand].map((id) => engine.cancel(id)));
  await submitting.catch(() => undefined);
  throw (failure as { readonly error: unknown }).error;
}

async function keep(
  result: TaskResult,
  { taskAt }: Pick<FolderWork, 'taskAt'>,
  { runs, scores, onPlayed, onFailed }: PlayItemsOptions,
): Promise<void> {
  const item = Number(result.id.slice(result.id.lastIndexOf('/') + 1));
  if (result.status === 'cancelled') return;
  if (result.status === 'failed') {
    const { error } = result;
    if (MettleError.isInstance(error) && FATAL.has(error.code)) throw error;
    const prompt = await taskAt(item).then(
      ({ task }) => task.prompt,
      () => '',
    );
    onFailed({ position: item, prompt, message: errorMessage(error) });
    return;
  }
  const played = readPlayed(result.output);
  if (played.judged !== null) await scores?.keep(item, played.judged, played.isJudged);
  if (runs.isFinal(item)) return;
  await runs.keep(item, played.line, played.isFinal);
  onPlayed(played);
}

/** Whether the budget broke off the run: it is kept, and played again when there is more. */
function isBrokenOff(result: TaskResult): boolean {
  return result.status === 'done' && readPlayed(result.output).isOverBudget;
}

function isBudgetUsedUp(result: TaskResult): boolean {
  if (result.status !== 'failed') return false;
  const { error } = result;
  return MettleError.isInstance(error) && error.code === 'models/budget_exhausted';
}
