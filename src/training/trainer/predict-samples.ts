import type { JsonObject } from '../../core/index.js';
import { inOrder } from '../../core/internal.js';
import { Dataset } from '../../datasets/index.js';
import type { CallbackContext } from '../callback.js';
import type { EvaluateOptions, SampleValue } from '../fit-options.js';
import type { TrainableProgram } from '../trainable-program.js';
import { CallbackList } from './callback-list.js';
import type { SampleRunner } from './sample-runner.js';
import { AHEAD, checkSource, inputsOf, noSamples, toInputs } from './samples.js';

/** What a program gives for one sample: a value, or a list of them where it has several outputs. Null where it failed. */
export type Prediction = JsonObject | null | readonly (JsonObject | null)[];

/** What `predict` takes: inputs in order, or a dataset, whose samples have them. */
export type PredictSource = Iterable<SampleValue> | AsyncIterable<SampleValue> | Dataset;

/** What a prediction works with. */
interface PredictWork {
  readonly program: TrainableProgram;
  readonly runner: SampleRunner;
  readonly x: PredictSource;
  readonly settings: Required<Pick<EvaluateOptions, 'batchSize' | 'concurrency'>> & EvaluateOptions;
  readonly context: CallbackContext;
}

/** Runs a program on samples, in order. */
export async function predictSamples(options: PredictWork): Promise<Prediction[]> {
  const callbacks = new CallbackList(options.settings.callbacks, options.context);
  return await callbacks.during(() => predictWatched(options, callbacks));
}

async function predictWatched(options: PredictWork, callbacks: CallbackList): Promise<Prediction[]> {
  const { program, runner, settings } = options;
  const x = options.x instanceof Dataset ? inputsOf(options.x) : options.x;
  const { batchSize, concurrency, signal } = settings;
  checkSource(x, 'inputs');
  const predictions: Prediction[] = [];
  await callbacks.begin('onPredictBegin');
  let read = 0;
  const run = async (value: SampleValue) => {
    signal?.throwIfAborted();
    return await runner.run(toInputs(program, value, read++), { training: false, signal });
  };
  for await (const { outputs, error } of inOrder(x, concurrency, run, AHEAD * concurrency)) {
    if (predictions.length % batchSize === 0) {
      await callbacks.count('onPredictBatchBegin', predictions.length / batchSize);
    }
    const kept = error === null ? outputs : program.outputNames.map(() => null);
    predictions.push(program.outputNames.length === 1 ? (kept[0] ?? null) : kept);
    if (predictions.length % batchSize === 0) {
      await callbacks.count('onPredictBatchEnd', predictions.length / batchSize - 1);
    }
  }
  if (predictions.length === 0) throw noSamples();
  if (predictions.length % batchSize !== 0) {
    await callbacks.count('onPredictBatchEnd', Math.floor(predictions.length / batchSize));
  }
  await callbacks.begin('onPredictEnd');
  return predictions;
}
