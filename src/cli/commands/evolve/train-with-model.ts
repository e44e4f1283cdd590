import type { JsonObject, ProgressListener } from '../../../core/index.js';
import type { Model } from '../../../models/index.js';
import { ParetoRefine } from '../../../optimizers/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import {
  allPassed,
  type Budget,
  type Callback,
  type Example,
  evaluateScript,
  type FitStopReason,
  makeExamples,
  openScriptProgram,
  type ScriptTask,
  type StopReason,
  scoreOutcomes,
  scriptReward,
  splitExamples,
  Trainer,
  type TrainingResult,
} from '../../../training/index.js';

/** Times that all examples are gone through at most; the budget or a script that does everything ends it before. */
const EPOCHS = 20;

/** What a script of a model's came to, beside what {@link TrainingResult} says: what the model was asked. */
export interface ModelTraining {
  readonly result: TrainingResult;
  readonly usage: JsonObject;
}

/**
 * Goes on where the search ended: a model proposes scripts from the best one so far, from what it does on the examples and
 * from what was tried. The examples held out from the search are held out from the model, too.
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
  const start = searched.guess?.script ?? task.seedScript ?? 'def transform(value):\n    return value\n';
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
  const fits = allPassed(scores.train) && allPassed(scores.holdout);
  const foundBy = history.shipped ? 'model' : (searched.guess?.foundBy ?? 'seed');
  const { modelCalls, inputTokens, outputTokens } = history.usage.optimizer;
  return {
    result: {
      ...searched,
      ...scores,
      script: fits ? script : null,
      solved: fits && (holdout.length > 0 || train.length > 3),
      abstained: !fits,
      confidence: fits && holdout.length > 1 ? 'medium' : 'low',
      reasons: [
        history.reason.replace(/\.$/, ''),
        ...history.variables.flatMap(({ notes }) => notes),
        ...(holdout.length === 0
          ? ['nothing was held out, so nothing shows that it works beyond the examples']
          : [`${scores.holdout.passed} of ${holdout.length} examples that the model never saw are right`]),
      ],
      advice: fits ? [] : searched.advice,
      foundBy,
      guess: { script, ...scores, foundBy },
      evaluations: searched.evaluations + history.spent.evaluations,
      seconds: searched.seconds + history.spent.seconds,
      stopReason: fits ? 'solved' : stopReasonOf(history.stopReason),
    },
    usage: {
      name: modelName,
      calls: modelCalls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    },
  };
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
    if (reward === 1 && (val_reward === null || val_reward === 1)) context.stop();
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
