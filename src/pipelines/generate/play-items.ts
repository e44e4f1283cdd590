import { canonicalJson, isJsonObject, type Json, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { evaluationRecord } from '../../evaluation/internal.js';
import type { FailedItem, GenerationBatch } from '../../generation/index.js';
import type { Budget } from '../../models/index.js';
import { modelError } from '../../models/internal.js';
import { decodeTrajectories, encodeTrajectories, type Trajectory } from '../../records/index.js';
import type { TaskDefinition, TaskEngine, TaskResult } from '../engine/task-engine.js';
import type { RunStore } from '../store/run-store.js';
import type { FolderWork } from './folder-work.js';

/** The name of the task that plays and judges an item. */
const PLAY = 'play';

/** Errors that say that the call makes no sense, not that an item failed. */
const FATAL = new Set([
  'generation/no_policy',
  'generation/no_code_tool',
  'generation/unknown_mode',
  'environments/unknown_tool',
]);

/** What a task gives: the lines that are kept. */
interface Played {
  readonly line: string;
  /** Whether nothing broke it off. */
  readonly isFinal: boolean;
  readonly judged: string | null;
  /** Whether the judge gave an answer. */
  readonly isJudged: boolean;
}

/** How playing is done: the stores of its stages, and who hears of it. */
export interface PlayItemsOptions {
  readonly runs: RunStore;
  readonly scores: RunStore | null;
  /** Results that are being kept at once: they are flushed to the disk together. */
  readonly keptAtOnce: number;
  /** The items to do, in order. */
  readonly items: Iterable<number>;
  readonly stop?: AbortSignal | undefined;
  readonly onPlayed: (trajectory: Trajectory) => void;
  readonly onFailed: (failed: FailedItem) => void;
}

/** The tasks of a folder's work, for an engine. */
export function playTasks(work: FolderWork, runs: RunStore): readonly TaskDefinition[] {
  return [
    {
      name: PLAY,
      run: async (input) => {
        const item = Number(input);
        if (work.budget !== undefined && isUsedUp(work.budget)) throw budgetUsedUp();
        const kept = runs.isFinal(item) ? await runs.read(item) : null;
        const trajectory =
          kept === null ? await work.play(item) : (await decodeTrajectories(kept)).trajectories[0];
        if (trajectory === undefined) throw new Error(`the record of item ${item} can't be read`);
        const isFinal = !isBroken(trajectory);
        const evaluation = isFinal ? await work.evaluator?.evaluate(trajectory) : undefined;
        const judged = evaluation === undefined ? null : `${canonicalJson(evaluationRecord(evaluation))}\n`;
        const isJudged = evaluation !== undefined && evaluation.verdict !== 'error';
        return { line: encodeTrajectories([trajectory]), isFinal, judged, isJudged } satisfies Played;
      },
    },
  ];
}

/** Whether an error broke a run off, or its verification: then it is played again. */
function isBroken({ outcome, verification }: Trajectory): boolean {
  return outcome?.verdict === 'error' || verification?.verdict === 'error';
}

/** Plays items with an engine, and keeps what comes of them. What was begun is kept also where it ends early. */
export async function playItems(
  engine: TaskEngine,
  work: Pick<FolderWork, 'budget' | 'taskAt'>,
  options: PlayItemsOptions,
): Promise<GenerationBatch['stopReason']> {
  const { items, stop, keptAtOnce } = options;
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
      inHand.add(String(item));
      await engine.submit({ id: String(item), task: PLAY, input: item }, { signal: over.signal });
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
  const item = Number(result.id);
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
  const [trajectory] = (await decodeTrajectories(played.line)).trajectories;
  if (trajectory === undefined) throw new Error(`the engine gave no record for item ${item}`);
  if (played.judged !== null) await scores?.keep(item, played.judged, played.isJudged);
  if (runs.isFinal(item)) return;
  await runs.keep(item, played.line, played.isFinal);
  onPlayed(trajectory);
}

function readPlayed(output: Json): Played {
  if (isJsonObject(output) && typeof output.line === 'string') return output as unknown as Played;
  throw new Error('the engine gave something else than a played run');
}

function budgetUsedUp(): Error {
  return modelError('budget_exhausted', 'The budget is used up: nothing more is begun.');
}

function isBudgetUsedUp(result: TaskResult): boolean {
  if (result.status !== 'failed') return false;
  const { error } = result;
  return MettleError.isInstance(error) && error.code === 'models/budget_exhausted';
}

function isUsedUp(budget: Budget): boolean {
  const { calls, tokens, cost, seconds } = budget.left();
  return calls <= 0 || tokens <= 0 || cost <= 0 || seconds <= 0;
}
