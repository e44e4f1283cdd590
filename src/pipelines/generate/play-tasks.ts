import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { evaluationRecord } from '../../evaluation/internal.js';
import { modelError } from '../../models/internal.js';
import { decodeTrajectories, encodeTrajectories, type Trajectory } from '../../records/index.js';
import type { TaskDefinition } from '../engine/task-engine.js';
import { pipelineError } from '../error-codes.js';
import type { FolderWork } from './folder-work.js';
import { fingerprintOf } from './run-files.js';

/** The name of the task that plays and judges an item. */
export const PLAY = 'play';

/** What a task needs: all of it decides the result, so that any process can do it. */
export interface PlayInput {
  /** The fingerprint of the run: a worker that has opened another one refuses. */
  readonly run: string;
  readonly item: number;
  /** The record of a run that was played and has to be judged alone; null for one to play. */
  readonly line: string | null;
}

/** What a task gives: the lines that are kept, and what of them is counted. */
export interface Played {
  readonly line: string;
  /** Whether nothing broke it off. */
  readonly isFinal: boolean;
  /** Whether the budget broke it off. */
  readonly isOverBudget: boolean;
  readonly judged: string | null;
  /** Whether the judge gave an answer. */
  readonly isJudged: boolean;
  /** How it ended, and whether it was verified; null where neither was looked at. */
  readonly outcome: string | null;
  readonly verification: string | null;
}

/** The tasks of a folder's work, for an engine or for a worker of one. */
export function playTasks(work: FolderWork): readonly TaskDefinition[] {
  const fingerprint = fingerprintOf(work);
  return [
    {
      name: PLAY,
      run: async (input) => {
        const { run, item, line } = input as unknown as PlayInput;
        if (run !== fingerprint) throw otherRun();
        if (work.budget?.isUsedUp() === true) throw budgetUsedUp();
        const trajectory = line === null ? await work.play(item) : await decodedRecord(line, item);
        const isFinal = !isBroken(trajectory);
        const evaluation = isFinal ? await work.evaluator?.evaluate(trajectory) : undefined;
        const judged = evaluation === undefined ? null : `${canonicalJson(evaluationRecord(evaluation))}\n`;
        const isJudged = evaluation !== undefined && evaluation.verdict !== 'error';
        return {
          line: line ?? encodeTrajectories([trajectory]),
          isFinal,
          isOverBudget: !isFinal && work.budget?.isUsedUp() === true,
          judged,
          isJudged,
          outcome: trajectory.outcome?.verdict ?? null,
          verification: trajectory.verification?.verdict ?? null,
        } satisfies Played;
      },
    },
  ];
}

/** What an engine gave for a task. */
export function readPlayed(output: Json): Played {
  if (isJsonObject(output) && typeof output.line === 'string') return output as unknown as Played;
  throw new Error('the engine gave something else than a played run');
}

async function decodedRecord(line: string, item: number): Promise<Trajectory> {
  const [trajectory] = (await decodeTrajectories(line)).trajectories;
  if (trajectory === undefined) throw new Error(`the record of item ${item} can't be read`);
  return trajectory;
}

/** Whether an error broke a run off, or its verification: then it is played again. */
function isBroken({ outcome, verification }: Trajectory): boolean {
  return outcome?.verdict === 'error' || verification?.verdict === 'error';
}

function budgetUsedUp(): Error {
  return modelError('budget_exhausted', 'The budget is used up: nothing more is begun.');
}

function otherRun(): Error {
  return pipelineError(
    'other_run',
    'The task is of another run than this worker has opened. Open it with the same recipe, version and folder.',
  );
}
