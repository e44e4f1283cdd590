import type { JsonObject, ProgressListener } from '../../../core/index.js';
import type { Model } from '../../../models/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import { searchScript } from '../../../search/index.js';
import {
  type Budget,
  type Confidence,
  evaluateScript,
  type InputOutput,
  makeExamples,
  type Outcome,
  type Score,
  type StopReason,
  scoreOutcomes,
  type TrainingQuestion,
  type TrainingResult,
} from '../../../training/index.js';
import { allPassed } from '../../../training/internal.js';
import type { NamedTask } from './read-tasks.js';
import type { ModelTraining } from './train-with-model.js';

/** What `evolve` reports of one task. */
export interface TaskResult {
  readonly task: string;
  /** Whether the script does everything: all examples, held-out ones and, for ARC tasks, the test pairs. */
  readonly solved: boolean;
  /** The script, or null when abstained. */
  readonly script: string | null;
  readonly train: Score;
  /** Held-out examples; for ARC tasks the test pairs. */
  readonly holdout: Score;
  /** Whether {@link holdout} counts test pairs. */
  readonly isTested: boolean;
  readonly confidence: Confidence | null;
  readonly reasons: readonly string[];
  /** Which examples would help where it abstained. */
  readonly advice: readonly string[];
  readonly foundBy: string | null;
  readonly abstained: boolean;
  /** The best script even when abstained. */
  readonly guess: string | null;
  /** The script that the task started from; null where it had none. */
  readonly seedScript: string | null;
  /** What to ask next; null where nothing fits differently. */
  readonly question: TrainingQuestion | null;
  /** Other scripts that fit every example. */
  readonly rivals: readonly string[];
  /** Every script that was run on the examples, by its hash, with what it passed. */
  readonly candidates: readonly CandidateScore[];
  /** Examples that seem to be wrong; empty without a tolerance. */
  readonly suspects: readonly InputOutput[];
  readonly evaluations: number;
  readonly seconds: number;
  readonly stopReason: StopReason;
  /** What the model was asked; null where none was. */
  readonly model: JsonObject | null;
}

/** What a script passed of the examples, train and held-out. */
interface CandidateScore {
  readonly sha256: string;
  readonly passed: number;
  readonly total: number;
}

/** A model that goes on where the search has found nothing. */
export interface TaskModel {
  readonly name: string;
  readonly model: Model;
}

/** Trains one task and scores the script on the pairs that training never saw. */
export async function trainTask(
  file: NamedTask,
  options: {
    readonly budget: Budget;
    readonly seed: number;
    /** How many examples may be wrong. */
    readonly tolerance: number;
    readonly sandbox: Sandbox;
    readonly signal: AbortSignal;
    readonly onProgress: ProgressListener;
    /** Null to search without one. */
    readonly model: TaskModel | null;
  },
): Promise<TaskResult> {
  const { model, budget, ...rest } = options;
  const searched = await searchScript({
    ...file.task,
    ...rest,
    budget: model === null ? budget : shareOf(budget),
  });
  const asked = model === null || !searched.abstained ? null : await askModel(file, searched, model, options);
  const result = asked?.result ?? searched;
  const holdout =
    file.test.length === 0 ? result.holdout : await testScore(file, result.script, options.sandbox);
  return {
    task: file.name,
    // Test pairs tell more of a script than held-out examples would.
    solved:
      file.test.length === 0
        ? result.solved
        : !result.abstained && allPassed(result.train) && allPassed(holdout),
    script: result.script,
    train: result.train,
    holdout,
    isTested: file.test.length > 0,
    confidence: result.confidence,
    reasons: result.reasons,
    advice: result.advice,
    foundBy: result.foundBy,
    abstained: result.abstained,
    guess: result.guess?.script ?? null,
    seedScript: file.task.seedScript ?? null,
    question: searched === result || result.abstained ? (searched.question ?? null) : null,
    rivals: searched === result || result.abstained ? (searched.rivals ?? []) : [],
    candidates: candidateScores(searched.outcomes),
    suspects: result.suspects ?? [],
    evaluations: result.evaluations,
    seconds: result.seconds,
    stopReason: result.stopReason,
    model: asked?.usage ?? null,
  };
}

function candidateScores(outcomes: readonly Outcome[]): readonly CandidateScore[] {
  const scores = new Map<string, { passed: number; total: number }>();
  for (const { scriptHash, reward } of outcomes) {
    const score = scores.get(scriptHash) ?? { passed: 0, total: 0 };
    score.total++;
    if (reward === 1) score.passed++;
    scores.set(scriptHash, score);
  }
  return [...scores].map(([sha256, score]) => ({ sha256, ...score }));
}

/** The part of a budget that the search has before a model is asked. */
function shareOf({ seconds, maxEvaluations }: Budget): Budget {
  return {
    ...(seconds === undefined ? {} : { seconds: seconds / 4 }),
    ...(maxEvaluations === undefined ? {} : { maxEvaluations }),
  };
}

async function askModel(
  file: NamedTask,
  searched: TrainingResult,
  { name, model }: TaskModel,
  { budget, ...rest }: Parameters<typeof trainTask>[1],
): Promise<ModelTraining> {
  const { trainWithModel } = await import('./train-with-model.js');
  const seconds = budget.seconds === undefined ? undefined : budget.seconds - searched.seconds;
  return trainWithModel(file.task, searched, {
    ...rest,
    model,
    modelName: name,
    budget: { ...budget, ...(seconds === undefined ? {} : { seconds: Math.max(0.1, seconds) }) },
  });
}

async function testScore(file: NamedTask, script: string | null, sandbox: Sandbox): Promise<Score> {
  const examples = makeExamples(file.test);
  if (script === null) return { passed: 0, total: examples.length, rate: null };
  return scoreOutcomes(await evaluateScript({ script, examples, sandbox }));
}
