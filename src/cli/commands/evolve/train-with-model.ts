import type { JsonObject, ProgressListener } from '../../../core/index.js';
import type { Model } from '../../../models/index.js';
import { ParetoRefine } from '../../../optimizers/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import {
  type Budget,
  type Callback,
  type Example,
  evaluateScript,
  type FitStopReason,
  makeExamples,
  openScriptProgram,
  type ScoredScript,
  type ScriptTask,
  type StopReason,
  scoreOutcomes,
  scriptReward,
  splitExamples,
  Trainer,
  type TrainingResult,
} from '../../../training/index.js';
import { allPassed } from '../../../training/internal.js';
import { repairProposal } from './repair-proposal.js';

/** Times that all examples are gone through at most; the budget or a script that does everything ends it before. */
const EPOCHS = 20;

/** What a model starts from where there is nothing else. */
const NO_SCRIPT = 'def transform(value):\n    return value\n';

/** What a script of a model's came to, beside what {@link TrainingResult} says: what the model was asked. */
export interface ModelTraining {
  readonly result: TrainingResult;
  readonly usage: JsonObject;
}

/**
 * Goes on where the search ended: a model proposes scripts from the best one so far, from what it does on the examples and
 * from what was tried. The examples held out from the search are held out from the model, too. A script that fits everything, and
 * that the search abstained from, leaves nothing to improve: the model starts without it, and it stays a guess.
 */
export async function trainWithModel(
  task: ScriptTask,
  searched: TrainingResult,
  options: {
    readonly model: Model;
    readonly modelName: string;
    readonly budget: Budget;
    readonly seed: number;
    readonly sandbox: Sandbox;
    readonly signal: AbortSignal;
    readonly onProgress: ProgressListener;
  },
): Promise<ModelTraining> {
  const { model, modelName, sandbox, seed, signal, onProgress, budget } = options;
  const { train, holdout } = setsOf(task, seed);
  const start = (fitsAll(searched.guess) ? null : searched.guess?.script) ?? task.seedScript ?? NO_SCRIPT;
  await using program = await openScriptProgram({
    script: start,
    sandbox,
    ...(task.description === undefined ? {} : { description: task.description }),
  });
  const trainer = new Trainer(program, {
    reward: scriptReward,
    optimizer: new ParetoRefine({ model }),
    budget: {
      ...(budget.seconds === undefined ? {} : { seconds: budget.seconds }),
      ...(budget.maxEvaluations === undefined ? {} : { maxEvaluations: budget.maxEvaluations }),
    },
  });
  const samples = train.map(({ input, output }) => ({ x: { value: input }, y: { value: output } }));
  const history = await trainer.fit(samples, {
    epochs: EPOCHS,
    batchSize: Math.min(8, samples.length),
    validationSplit: samples.length < 5 ? 0 : 0.25,
    seed,
    signal,
    onProgress,
    callbacks: [stopWhenSolved],
  });
  const { script } = program;
  const score = async (examples: readonly Example[]) =>
    scoreOutcomes(await evaluateScript({ script, examples, sandbox }));
  const scores = { train: await score(train), holdout: await score(holdout) };
  const { modelCalls, inputTokens, outputTokens } = history.usage.optimizer;
  const usage = {
    name: modelName,
    calls: modelCalls,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
  const spent = {
    evaluations: searched.evaluations + history.spent.evaluations,
    seconds: searched.seconds + history.spent.seconds,
  };
  if (history.shipped && !allPassed(scores.train)) {
    const repaired = await repairProposal(task, { script, train: scores.train }, options, spent);
    if (repaired !== null) return { result: repaired, usage };
  }
  const proposed: ScoredScript = { script, ...scores, foundBy: history.shipped ? 'model' : 'seed' };
  const isOffered = history.shipped && fitsAll(proposed);
  const isBest = isOffered || searched.guess === null || (history.shipped && !fitsAll(searched.guess));
  const guess = isBest ? proposed : searched.guess;
  return {
    result: {
      ...searched,
      train: guess.train,
      holdout: guess.holdout,
      script: isOffered ? script : null,
      solved: isOffered && (holdout.length > 0 || train.length > 3),
      abstained: !isOffered,
      confidence: isOffered && holdout.length > 1 ? 'medium' : 'low',
      reasons: [
        history.reason.replace(/\.$/, ''),
        ...history.variables.flatMap(({ notes }) => notes),
        ...(holdout.length === 0
          ? ['nothing was held out, so nothing shows that it works beyond the examples']
          : [`${guess.holdout.passed} of ${holdout.length} examples that the model never saw are right`]),
        ...(isBest ? (searched.seedNotes ?? []) : searched.reasons),
      ],
      advice: isOffered ? [] : searched.advice,
      foundBy: guess.foundBy,
      guess,
      ...spent,
      stopReason: isOffered ? 'found' : stopReasonOf(history.stopReason),
    },
    usage,
  };
}

/** Whether a script passes every example: the search abstains from one that may do so by luck. */
function fitsAll(scored: ScoredScript | null): boolean {
  return scored !== null && allPassed(scored.train) && allPassed(scored.holdout);
}

/** The same sets as the search had. */
function setsOf(
  task: ScriptTask,
  seed: number,
): { readonly train: readonly Example[]; readonly holdout: readonly Example[] } {
  const examples = makeExamples(task.examples);
  if (task.holdout !== undefined) return { train: examples, holdout: makeExamples(task.holdout) };
  return splitExamples({ examples, seed });
}

/** Ends a training whose leader does everything, on what it learns from and on what chooses. */
const stopWhenSolved: Callback = {
  onEpochEnd: (_epoch, { reward, val_reward = null }, context) => {
    const { largestReward } = context.parameters;
    if (reward === largestReward && (val_reward === null || val_reward === largestReward)) context.stop();
  },
};

function stopReasonOf(reason: FitStopReason): StopReason {
  switch (reason) {
    case 'evaluations':
    case 'seconds':
    case 'aborted':
      return reason;
    default:
      return 'exhausted';
  }
}
