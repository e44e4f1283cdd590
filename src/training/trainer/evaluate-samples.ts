import { inOrder } from '../../core/internal.js';
import type { CallbackContext } from '../callback.js';
import type { EvaluateOptions, SamplePair } from '../fit-options.js';
import type { Logs } from '../history.js';
import type { Metric } from '../metric.js';
import type { TrainableProgram } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import { CallbackList } from './callback-list.js';
import { Figures } from './figures.js';
import type { JudgedRun, SampleRunner } from './sample-runner.js';
import { AHEAD, type GivenSamples, noSamples, pairsOf, toExample } from './samples.js';

/** What an evaluation came to: `reward`, `samples`, `failed` and one entry for each metric. */
export type EvaluationLogs = Logs & {
  readonly reward: number | null;
  readonly samples: number;
  readonly failed: number;
};

/** What an evaluation works with. */
interface EvaluateWork {
  readonly program: TrainableProgram;
  readonly runner: SampleRunner;
  readonly metrics: readonly Metric[];
  readonly samples: GivenSamples;
  readonly settings: Required<Pick<EvaluateOptions, 'batchSize' | 'concurrency'>> & EvaluateOptions;
  readonly context: CallbackContext;
}

/** Runs a program on samples and judges it, one pass over a stream of any length. */
export async function evaluateSamples(options: EvaluateWork): Promise<EvaluationLogs> {
  const callbacks = new CallbackList(options.settings.callbacks, options.context);
  return await callbacks.during(() => evaluateWatched(options, callbacks));
}

async function evaluateWatched(options: EvaluateWork, callbacks: CallbackList): Promise<EvaluationLogs> {
  const { program, runner, samples, settings } = options;
  const { batchSize, concurrency, signal } = settings;
  const figures = new Figures(options.metrics, runner.largestReward);
  await callbacks.begin('onTestBegin');
  let read = 0;
  let done = 0;
  const judge = async (pair: SamplePair): Promise<[TrainingExample, JudgedRun]> => {
    signal?.throwIfAborted();
    const example = toExample(program, pair, read++);
    return [example, await runner.judge(example, { training: false, signal })];
  };
  for await (const [example, outcome] of inOrder(pairsOf(samples), concurrency, judge, AHEAD * concurrency)) {
    if (!callbacks.empty && done % batchSize === 0) {
      await callbacks.count('onTestBatchBegin', done / batchSize);
    }
    await figures.add(example, outcome);
    done++;
    if (!callbacks.empty && done % batchSize === 0) {
      await callbacks.logs('onTestBatchEnd', done / batchSize - 1, figures.logs());
    }
  }
  if (done === 0) throw noSamples();
  if (done % batchSize !== 0) {
    await callbacks.logs('onTestBatchEnd', Math.floor(done / batchSize), figures.logs());
  }
  const { samples: count, failed } = figures.score();
  const logs = { ...figures.logs(), samples: count, failed } as EvaluationLogs;
  await callbacks.end('onTestEnd', logs);
  return logs;
}
