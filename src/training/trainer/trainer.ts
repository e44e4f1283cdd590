import { rmSync } from 'node:fs';
import { defineOptions, option } from '../../core/index.js';
import { systemClock } from '../../models/internal.js';
import type { CallbackContext } from '../callback.js';
import {
  type CrossValidateOptions,
  checkTrainingSettings,
  type EvaluateOptions,
  type FitOptions,
  type SampleSource,
  type SampleValue,
  type TrainingSettings,
} from '../fit-options.js';
import type { History } from '../history.js';
import { openJournal } from '../journal/open-journal.js';
import type { Metric } from '../metric.js';
import type { Optimizer } from '../optimizer.js';
import type { TrainableProgram } from '../trainable-program.js';
import { alone } from './alone.js';
import { type CrossValidation, crossValidate } from './cross-validation.js';
import { type EvaluationLogs, evaluateSamples } from './evaluate-samples.js';
import { Figures } from './figures.js';
import { type FitWork, fitProgram } from './fit-program.js';
import { readSets } from './fit-sets.js';
import { type FitSettings, fitSettings } from './fit-settings.js';
import { journalSettings } from './journal-settings.js';
import { makeJudges } from './judges.js';
import { resolveMetrics, resolveOptimizer } from './named-parts.js';
import { OnlineTraining } from './online-training.js';
import { type Prediction, type PredictSource, predictSamples } from './predict-samples.js';
import { SampleRunner } from './sample-runner.js';
import { type GivenSamples, readExamples } from './samples.js';
import { argumentsOf, checkedOptions, journalOf, noOptimizer } from './trainer-arguments.js';
import type { TrainingStore } from './training-store.js';

const checkCrossValidateOptions = defineOptions<CrossValidateOptions>()('crossValidate', {
  epochs: option.wholeNumber(1),
  batchSize: option.wholeNumber(1),
  validationSplit: option.between(0, 0.9),
  shuffle: option.boolean,
  seed: option.integer,
  concurrency: option.wholeNumber(1),
  signal: option.signal,
  folds: option.wholeNumber(2),
});

/**
 * Evaluates and trains a program.
 *
 * @param now - milliseconds of a clock that never goes back; for tests.
 * @throws {MettleError} `core/invalid_option` from the constructor for settings that can't hold.
 */
export class Trainer {
  readonly #program: TrainableProgram;
  readonly #settings: TrainingSettings;
  readonly #runner: SampleRunner;
  readonly #metrics: readonly Metric[];
  readonly #optimizer: (() => Promise<Optimizer>) | null;
  readonly #judges: ReturnType<typeof makeJudges>;
  readonly #now: () => number;
  #store: TrainingStore | null = null;
  #online: OnlineTraining | null = null;

  constructor(program: TrainableProgram, settings: TrainingSettings, now: () => number = systemClock.now) {
    checkTrainingSettings(settings);
    const { secondsPerSample } = settings;
    this.#program = program;
    this.#settings = settings;
    this.#metrics = resolveMetrics(settings.metrics);
    this.#optimizer = resolveOptimizer(settings.optimizer);
    this.#now = now;
    this.#judges = makeJudges(settings, program.outputNames);
    this.#runner = new SampleRunner({ program, judges: this.#judges, secondsPerSample });
  }

  /**
   * Runs the program on every sample, in one pass: samples of any number are read as they are needed, and none is kept.
   *
   *     const { reward, samples, failed } = await trainer.evaluate(x, y);
   *
   * @throws {MettleError} `training/invalid_data`, `training/invalid_sample`, `core/invalid_option`;
   *   `training/reward_failed` where a reward threw or gave no number; and what the signal or the program's machine says.
   */
  evaluate(
    x: readonly SampleValue[],
    y: readonly SampleValue[],
    options?: EvaluateOptions,
  ): Promise<EvaluationLogs>;
  evaluate(samples: SampleSource, options?: EvaluateOptions): Promise<EvaluationLogs>;
  async evaluate(
    x: readonly SampleValue[] | SampleSource,
    second?: readonly SampleValue[] | EvaluateOptions,
    third?: EvaluateOptions,
  ): Promise<EvaluationLogs> {
    const { samples, options } = argumentsOf(x, second, third);
    return await evaluateSamples({
      program: this.#program,
      runner: this.#runner,
      metrics: this.#metrics,
      samples,
      settings: checkedOptions(options, 'evaluate'),
      context: this.#context(samples, options.batchSize ?? 32),
    });
  }

  /** Runs the program on every sample and gives what came out, in the same order; null for a sample that failed. */
  async predict(x: PredictSource, options: EvaluateOptions = {}): Promise<Prediction[]> {
    const samples: GivenSamples = { x: x as SampleSource, y: null };
    return await predictSamples({
      program: this.#program,
      runner: this.#runner,
      x,
      settings: checkedOptions(options, 'predict'),
      context: this.#context(samples, options.batchSize ?? 32),
    });
  }

  /** Judges one batch, all its samples at a time. */
  async testOnBatch(x: readonly SampleValue[], y: readonly SampleValue[]): Promise<EvaluationLogs> {
    const examples = await readExamples(this.#program, { x, y });
    const figures = new Figures(this.#metrics, this.#runner.largestReward);
    const judged = await Promise.all(
      examples.map(async (example) => ({
        example,
        outcome: await this.#runner.judge(example, { training: false }),
      })),
    );
    for (const { example, outcome } of judged) await figures.add(example, outcome);
    const { samples, failed } = figures.score();
    return { ...figures.logs(), samples, failed } as EvaluationLogs;
  }

  /** Runs one batch, all its samples at a time. */
  async predictOnBatch(x: readonly SampleValue[]): Promise<Prediction[]> {
    return await this.predict(x, { concurrency: Math.max(1, x.length) });
  }

  /**
   * Trains the program's variables: scores the start, lets the optimizer learn from the training examples, chooses on the
   * selection set, and ships what is better there than the start. The program has the chosen values when it is done.
   *
   *     const { shipped, reason, history } = await trainer.fit(x, y, { epochs: 3, seed: 1 });
   *
   * @throws {MettleError} `training/no_optimizer`; `training/budget_too_small`; `training/leak` where two sets share a
   *   sample; `training/in_progress` while another `fit` trains the program; what {@link Trainer.evaluate} throws; and `training/journal_…` where a journal can't be used.
   */
  fit(x: readonly SampleValue[], y: readonly SampleValue[], options?: FitOptions): Promise<History>;
  fit(samples: SampleSource, options?: FitOptions): Promise<History>;
  async fit(
    x: readonly SampleValue[] | SampleSource,
    second?: readonly SampleValue[] | FitOptions,
    third?: FitOptions,
  ): Promise<History> {
    const { samples, options } = argumentsOf(x, second, third);
    const settings = fitSettings(options);
    const optimizer = this.#optimizer;
    if (optimizer === null) throw noOptimizer();
    return await alone(this.#program, async () => this.#fit(await optimizer(), samples, settings));
  }

  async #fit(optimizer: Optimizer, samples: GivenSamples, settings: FitSettings): Promise<History> {
    const sets = await readSets(this.#program, samples, settings);
    const journalPath = journalOf(settings);
    const journal =
      journalPath.path === null
        ? null
        : openJournal(
            journalPath.path,
            journalSettings({
              program: this.#program,
              training: this.#settings,
              optimizer,
              judges: this.#judges,
              settings,
              sets,
            }),
          );
    try {
      const { history, session } = await fitProgram({
        optimizer,
        sets,
        settings,
        session: this.#sessionParts(),
        ...(journal !== null && { facts: journal }),
      });
      this.#store = session.store;
      journal?.close();
      if (journalPath.path !== null && journalPath.deleted) rmSync(journalPath.path, { force: true });
      return history;
    } finally {
      journal?.close();
    }
  }

  /**
   * One step of training on a batch, with no selection set: the optimizer goes on where the last call left it, and what
   * leads is taken where it beats the current values on this very batch. Without samples that nobody learned from this
   * says little; `fit` is the honest way.
   *
   * @throws {MettleError} what {@link Trainer.fit} throws; `training/budget_ended` when nothing more may be run.
   */
  async trainOnBatch(x: readonly SampleValue[], y: readonly SampleValue[]): Promise<EvaluationLogs> {
    if (this.#optimizer === null) throw noOptimizer();
    const optimizer = await this.#optimizer();
    const examples = await readExamples(this.#program, { x, y });
    this.#online ??= new OnlineTraining(optimizer, this.#sessionParts());
    const logs = await this.#online.step(examples);
    this.#store = this.#online.store;
    return logs;
  }

  /**
   * Says how well training like this works, where samples are too few to set enough of them apart: trains once for each
   * fold without it, and tests on it. With 12 samples or fewer each is left out by itself. It chooses and ships nothing;
   * all trainings together keep the budget.
   *
   * @throws {MettleError} what {@link Trainer.fit} throws; `core/invalid_option` for folds that can't be.
   */
  async crossValidate(
    x: readonly SampleValue[],
    y: readonly SampleValue[],
    options: CrossValidateOptions = {},
  ): Promise<CrossValidation> {
    const { folds, ...rest } = checkCrossValidateOptions(options);
    if (this.#optimizer === null) throw noOptimizer();
    return await crossValidate({
      work: { optimizer: await this.#optimizer(), session: this.#sessionParts() },
      examples: await readExamples(this.#program, { x, y }),
      settings: fitSettings(rest),
      folds,
    });
  }

  #sessionParts(): FitWork['session'] {
    const { budget = {}, prices = {} } = this.#settings;
    const [program, runner, metrics, now] = [this.#program, this.#runner, this.#metrics, this.#now];
    return { program, runner, metrics, budget, prices, now };
  }

  /** Every outcome of the last training, and who looked at which example; null before the first. */
  get store(): TrainingStore | null {
    return this.#store;
  }

  #context({ x }: GivenSamples, batchSize: number): CallbackContext {
    const samples = Array.isArray(x) ? x.length : null;
    const figures: Record<string, 'max' | 'min'> = { reward: 'max' };
    for (const { name, direction } of this.#metrics) figures[name] = direction;
    return {
      program: this.#program,
      parameters: {
        epochs: 1,
        samples,
        steps: samples === null ? null : Math.ceil(samples / batchSize),
        batchSize,
        figures,
        largestReward: this.#runner.largestReward,
      },
      leader: () => Object.fromEntries(this.#program.variables.map(({ key, value }) => [key, value])),
      spent: () => ({ evaluations: 0, seconds: 0, tokens: 0, cost: 0 }),
      stop: () => undefined,
      keep: () => undefined,
    };
  }
}
