import type { ProgressListener } from '../../../../core/index.js';
import type { Sandbox } from '../../../../sandbox/index.js';
import { searchScript } from '../../../../search/index.js';
import type { TrainingResult } from '../../../../training/index.js';
import { allPassed } from '../../../../training/internal.js';
import { accidentIn } from './accidents.js';
import { decides, rankedInputs, refuseContradiction } from './candidate-columns.js';
import type { ColumnTask } from './column-task.js';
import { differentTargets, scriptInput } from './script-input.js';
import { oneLine } from './table.js';

/** Most columns that are tried alone. */
const MOST_ALONE = 6;
/** Most columns that are tried together. */
const MOST_TOGETHER = 8;
/** Share of the budget for columns alone. */
const SHARE_ALONE = 0.5;
/** Scripts trained on other splits, to see where they disagree. */
const OTHER_SPLITS = 3;
/** Scripts that fit as well and do otherwise on the data, at most. */
const MOST_RIVALS = 3;
/** Engines whose finds rest on the input as a whole, the others on a few values of it. */
const PLAIN_ENGINES = new Set(['enumeration', 'assembly', 'loop']);

/** What was learned about a column. */
export interface LearnedColumn {
  readonly result: TrainingResult;
  /** Columns that the script is given: one as text, several as a record. */
  readonly inputs: readonly string[];
  /** Columns that the script reads. */
  readonly reads: readonly string[];
  /** Scripts that fit as well, and those that other splits of the same examples gave. */
  readonly others: readonly string[];
}

/** How a column is learned. */
export interface LearnOptions {
  readonly budget: { readonly seconds: number; readonly maxEvaluations: number };
  readonly seed: number;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/**
 * Trains a script for a column: on the likeliest columns alone, whose scripts are the easiest to read, then on several.
 * A script found by looking at the whole input is taken at once; a table or conditions only when nothing better came.
 *
 * @throws {MettleError} `training/contradiction` when two examples are the same in every column and differ in the one.
 */
export async function learnColumn(task: ColumnTask, options: LearnOptions): Promise<LearnedColumn> {
  refuseContradiction(task);
  const ranked = rankedInputs(task);
  const alone = ranked.filter((name) => decides(task, [name])).slice(0, MOST_ALONE);
  const together = ranked.slice(0, MOST_TOGETHER);
  const attempts = alone.map((name) => [name]);
  if (together.length > 1) attempts.push(together);
  let best: { readonly result: TrainingResult; readonly inputs: readonly string[] } | null = null;
  for (const inputs of attempts) {
    const share =
      attempts.length === 1 ? 1 : inputs.length > 1 ? 1 - SHARE_ALONE : SHARE_ALONE / alone.length;
    const budget = {
      seconds: options.budget.seconds * share,
      maxEvaluations: Math.max(1, Math.floor(options.budget.maxEvaluations * share)),
    };
    const stage = `search ${oneLine(inputs.join(', '), 24)}`;
    const result = await train(task, inputs, { ...options, budget }, stage);
    if (best === null || worth(result) > worth(best.result)) best = { result, inputs };
    if (isPlain(result) || options.signal.aborted) break;
  }
  if (best === null) throw new RangeError('A column is learned from one column at least.');
  const reads = columnsRead(best.inputs, best.result.script ?? '');
  return { ...best, reads, others: await otherScripts(task, best, options) };
}

/** Of several columns those that a script names; of one that could be written in another way it is assumed. */
function columnsRead(inputs: readonly string[], script: string): readonly string[] {
  if (inputs.length === 1) return inputs;
  return inputs.filter((name) => !/^[\p{L}\p{N}_ .,:/()-]+$/u.test(name) || script.includes(`['${name}']`));
}

async function train(
  task: ColumnTask,
  inputs: readonly string[],
  options: LearnOptions,
  stage: string,
): Promise<TrainingResult> {
  const result = await searchScript({
    ...options,
    description:
      inputs.length > 1
        ? `${task.column} of a row`
        : inputs[0] === task.column
          ? `${task.column}, corrected`
          : `${task.column} from ${inputs[0]}`,
    examples: task.examples.map(({ cells, output }) => ({ input: scriptInput(task, inputs, cells), output })),
    unlabelled: differentTargets(task, inputs),
    onProgress: (update) => options.onProgress({ ...update, stage }),
  });
  const accident = result.script === null ? null : accidentIn(task, inputs, result.script);
  if (accident === null) return result;
  const reasons = [...result.reasons, accident];
  const stopReason = result.stopReason === 'found' ? 'abstained' : result.stopReason;
  return { ...result, script: null, solved: false, abstained: true, confidence: 'low', reasons, stopReason };
}

/** Scripts that fit as well, and scripts from other splits within about the effort that the first took. */
async function otherScripts(
  task: ColumnTask,
  learned: { readonly result: TrainingResult; readonly inputs: readonly string[] },
  options: LearnOptions,
): Promise<readonly string[]> {
  const { result, inputs } = learned;
  if (result.script === null) return [];
  const budget = {
    seconds: options.budget.seconds,
    maxEvaluations: Math.min(options.budget.maxEvaluations, Math.max(20_000, 2 * result.evaluations)),
  };
  const scripts = new Set((result.rivals ?? []).slice(0, MOST_RIVALS));
  for (let number = 1; number <= OTHER_SPLITS && !options.signal.aborted; number++) {
    const seed = options.seed + number;
    const other = await train(task, inputs, { ...options, budget, seed }, `search, split ${number + 1}`);
    const found =
      other.guess !== null && allPassed(other.guess.train) && allPassed(other.guess.holdout)
        ? other.guess.script
        : other.script;
    if (found !== null && found !== result.script) scripts.add(found);
  }
  return [...scripts];
}

function isPlain({ script, foundBy }: TrainingResult): boolean {
  return script !== null && PLAIN_ENGINES.has(foundBy ?? '');
}

/** A script counts more than none, a plain one more than a table, then what held-out examples say. */
function worth(result: TrainingResult): number {
  const level = { high: 2, medium: 1, low: 0 }[result.confidence ?? 'low'];
  const fitted = (result.train.passed + result.holdout.passed) / (result.train.total + result.holdout.total);
  return (result.script === null ? 0 : 100) + (isPlain(result) ? 10 : 0) + level + fitted;
}
