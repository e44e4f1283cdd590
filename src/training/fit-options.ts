import type { JsonObject, ProgressListener } from '../core/index.js';
import { defineOptions, type OptionsCheck, option } from '../core/index.js';
import type { JsonDataModel } from '../data/index.js';
import type { ModelPrices } from '../models/index.js';
import type { Callback } from './callback.js';
import type { Metric } from './metric.js';
import type { Optimizer } from './optimizer.js';
import type { Reward, RewardFunction } from './reward.js';
import type { TrainingBudget } from './training-budget.js';

/** One value of a sample; a list, or an object with each by its name, where the program has several inputs or outputs. */
export type SampleValue = JsonObject | JsonDataModel | null | readonly (JsonObject | JsonDataModel | null)[];

/** A sample of a dataset: what goes in, and what should come out. */
export interface SamplePair {
  readonly x: SampleValue;
  readonly y?: SampleValue;
}

/** What a trainer reads: samples in order, held in memory or read one at a time. */
export type SampleSource = Iterable<SamplePair> | AsyncIterable<SamplePair>;

/** A reward, the function of one, or the name of one that comes with Mettle, such as `exact_match`. */
export type RewardLike = Reward | RewardFunction | string;

/** What a program is trained for, and by what. */
export interface TrainingSettings {
  /** One for every output, a list with one entry for each output (null: not judged), or by the output's name. */
  readonly reward: RewardLike | readonly (RewardLike | null)[] | Readonly<Record<string, RewardLike | null>>;
  /** Factors of the outputs' rewards, in order or by name. Default 1 each. */
  readonly rewardWeights?: readonly number[] | Readonly<Record<string, number>>;
  /** Needed by `fit` alone. A name is that of a registered class with default options: `RandomFewShot`. */
  readonly optimizer?: Optimizer | string;
  /** Metrics, or the names of metrics that come with Mettle. */
  readonly metrics?: readonly (Metric | string)[];
  readonly budget?: TrainingBudget;
  /** What the optimizer's models cost; needed to hold a budget of money. */
  readonly prices?: ModelPrices;
  /** Longest time for one run of the program on one sample, in seconds; what takes longer has failed. Default: none. */
  readonly secondsPerSample?: number;
}

/** Checks {@link TrainingSettings}. */
export const checkTrainingSettings: OptionsCheck = defineOptions<TrainingSettings>()('A trainer', {
  reward: option.any,
  rewardWeights: option.either(option.list(option.number), option.object),
  optimizer: option.either(option.object, option.string),
  metrics: option.list(option.either(option.object, option.string)),
  budget: option.object,
  prices: option.record,
  secondsPerSample: option.seconds,
});

/** Options of `fit`. */
export interface FitOptions {
  /** Times that all training examples are gone through. Default 1. */
  readonly epochs?: number;
  /** Examples of a step. Default 4. */
  readonly batchSize?: number;
  /** Share of the examples that candidates are chosen by and never proposed from. Default 0.2; 0 for none. */
  readonly validationSplit?: number;
  /** The selection set, instead of a share of the examples. */
  readonly validationData?: SampleSource;
  /** Examples that only the start and the chosen candidate are run on, once, at the end. */
  readonly testData?: SampleSource;
  /** Whether batches are drawn in another order in each epoch. Default true. */
  readonly shuffle?: boolean;
  /** Whole number that decides every use of chance. Default 0. */
  readonly seed?: number;
  /** Samples run at a time. Default 8. The result doesn't depend on it. */
  readonly concurrency?: number;
  readonly callbacks?: readonly Callback[];
  readonly signal?: AbortSignal;
  /** File of facts, written as they come, from which an interrupted training goes on without paying for anything twice. */
  readonly journal?: string;
  readonly onProgress?: ProgressListener;
}

/** Checks {@link FitOptions}. */
export const checkFitOptions: OptionsCheck = defineOptions<FitOptions>()('fit', {
  epochs: option.wholeNumber(1),
  batchSize: option.wholeNumber(1),
  validationSplit: option.between(0, 0.9),
  validationData: option.any,
  testData: option.any,
  shuffle: option.boolean,
  seed: option.integer,
  concurrency: option.wholeNumber(1),
  callbacks: option.list(),
  signal: option.signal,
  journal: option.text,
  onProgress: option.callback,
});

/** Options of `evaluate` and `predict`. */
export interface EvaluateOptions {
  /** Samples between two calls of the batch callbacks. Default 32. */
  readonly batchSize?: number;
  /** Samples run at a time. Default 8. */
  readonly concurrency?: number;
  readonly callbacks?: readonly Callback[];
  readonly signal?: AbortSignal;
}

/** Checks {@link EvaluateOptions}. */
export const checkEvaluateOptions: OptionsCheck = defineOptions<EvaluateOptions>()('evaluate', {
  batchSize: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
  callbacks: option.list(),
  signal: option.signal,
});

/** Options of `crossValidate`. */
export interface CrossValidateOptions
  extends Pick<
    FitOptions,
    'epochs' | 'batchSize' | 'validationSplit' | 'shuffle' | 'seed' | 'concurrency' | 'signal'
  > {
  /** Default: as many as there are samples where those are 12 or fewer, else 5. */
  readonly folds?: number;
}
