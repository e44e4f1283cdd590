import { errorMessage } from '../../core/internal.js';
import type { CallbackContext } from '../callback.js';
import type { History, Logs } from '../history.js';
import { type FactLog, NO_FACTS } from '../journal/facts.js';
import type { Optimizer } from '../optimizer.js';
import type { FitStopReason, TrainingBudget } from '../training-budget.js';
import type { TrainingExample } from '../training-example.js';
import { usageSince } from '../training-outcome.js';
import { budgetEndReason, untilBudgetEnds } from './budget-ended.js';
import { CallbackList } from './callback-list.js';
import { testComponents } from './component-tests.js';
import { chooseFinal, scoreOf } from './final-choice.js';
import type { FitSettings } from './fit-settings.js';
import { project, refuseTooSmall, reserveFor, type Sizes } from './projection.js';
import { NO_RESERVE } from './spending-meter.js';
import { type SessionOptions, TrainingSession } from './training-session.js';

/** The examples of a training, by what they are for. */
export interface FitSets {
  readonly train: readonly TrainingExample[];
  /** Empty when there is too little to set any apart. */
  readonly validation: readonly TrainingExample[];
  readonly test: readonly TrainingExample[];
}

/** What {@link fitProgram} works with. */
export interface FitWork {
  readonly optimizer: Optimizer;
  readonly sets: FitSets;
  readonly settings: FitSettings;
  readonly session: Omit<SessionOptions, 'facts' | 'seed' | 'concurrency' | 'signal'>;
  readonly facts?: FactLog;
  /** Whether the program gets the chosen values. Default true. */
  readonly ship?: boolean;
}

/** Trains a program: scores the start, lets the optimizer try, chooses, and ships what is better than the start. */
export async function fitProgram(work: FitWork): Promise<{ history: History; session: TrainingSession }> {
  const { settings } = work;
  const session = new TrainingSession({
    ...work.session,
    facts: work.facts ?? NO_FACTS,
    seed: settings.seed,
    concurrency: settings.concurrency,
    signal: settings.signal,
  });
  const fit = new Fit(work, session);
  return { history: await fit.watched(), session };
}

class Fit {
  readonly #work: FitWork;
  readonly #session: TrainingSession;
  readonly #selection: readonly TrainingExample[];
  readonly #sizes: Sizes;
  readonly #callbacks: CallbackList;
  readonly #epochs: number[] = [];
  readonly #curves: Logs[] = [];
  #stopAsked = false;

  constructor(work: FitWork, session: TrainingSession) {
    this.#work = work;
    this.#session = session;
    const { train, validation, test } = work.sets;
    const { batchSize, epochs, callbacks } = work.settings;
    const selectedOnTraining = validation.length === 0;
    this.#selection = selectedOnTraining ? train : validation;
    this.#sizes = {
      train: train.length,
      selection: this.#selection.length,
      test: test.length,
      batch: batchSize,
      epochs,
      selectedOnTraining,
    };
    this.#callbacks = new CallbackList(callbacks, this.#context());
  }

  /** Trains, with the callbacks told of whatever ends it. */
  async watched(): Promise<History> {
    return await this.#callbacks.during(() => this.#run());
  }

  async #run(): Promise<History> {
    const { runs, meter, start } = this.#session;
    const budget = this.#work.session.budget;
    refuseTooSmall(this.#sizes, budget, { evaluations: 0, seconds: 0, tokens: 0, cost: 0 });
    await this.#callbacks.begin('onTrainBegin');
    let projected = project(this.#sizes, meter.spent());
    const stopReason = await untilBudgetEnds(async () => {
      projected = await this.#baseline(budget);
      await this.#session.begin(this.#work.optimizer, this.#work.sets.train);
      const reason = await this.#epochsOf();
      await untilBudgetEnds(async () => await this.#session.finish());
      return reason;
    });
    meter.reserve({ ...NO_RESERVE, evaluations: 2 * this.#sizes.test });
    runs.reopen();
    const choice = await chooseFinal({
      runs,
      start,
      finalists: this.#finalists(),
      examples: this.#selection,
    });
    meter.reserve(NO_RESERVE);
    runs.reopen();
    const test = await this.#test(choice.values);
    const components = await testComponents({
      runs,
      start,
      chosen: choice.values,
      examples: this.#selection,
    });
    if (choice.shipped && this.#work.ship !== false) await this.#work.session.program.assign(choice.values);
    const history: History = {
      epoch: this.#epochs,
      history: this.#history(),
      stopReason,
      shipped: choice.shipped,
      reason: choice.reason,
      values: this.#session.runs.identify(choice.values).values,
      selection: { start: choice.start, chosen: choice.chosen },
      comparison: choice.comparison,
      selectedOn: this.#sizes.selectedOnTraining ? 'training' : 'validation',
      test,
      variables: this.#work.session.program.variables.map(({ key }) => ({
        key,
        changed: components.has(key),
        comparison: components.get(key) ?? null,
        notes: this.#session.notes.get(key) ?? [],
      })),
      projected,
      spent: meter.spent(),
      usage: meter.usage(),
    };
    await this.#callbacks.end('onTrainEnd', this.#curves.at(-1) ?? {});
    return history;
  }

  /** Scores the start on the selection set, its first sample alone: what that took tells what the rest will. */
  async #baseline(budget: TrainingBudget): Promise<ReturnType<typeof project>> {
    const { runs, meter, start } = this.#session;
    await runs.evaluate(start, this.#selection.slice(0, 1), 'select');
    refuseTooSmall(this.#sizes, budget, meter.spent());
    const projected = project(this.#sizes, meter.spent());
    if (projected.tokens > 0 || projected.cost !== 0) {
      const cost = projected.cost === null ? 'at unknown prices' : `for ${projected.cost.toPrecision(3)}`;
      this.#progress(
        'projected',
        0,
        `about ${projected.evaluations} runs, ${projected.tokens} tokens ${cost}`,
      );
    }
    await runs.evaluate(start, this.#selection, 'select');
    meter.reserve(reserveFor(this.#sizes, meter.spent(), this.#baselineSeconds()));
    return projected;
  }

  /** Seconds that the baseline took; after a resume, those it took at first. */
  #baselineSeconds(): number {
    const facts = this.#work.facts ?? NO_FACTS;
    const known = facts.clock('baseline');
    if (known !== undefined) return known;
    const at = this.#session.meter.seconds();
    if (this.#work.session.budget.seconds !== undefined) {
      facts.keep({ fact: 'clock', of: 'baseline', at }, at);
    }
    return at;
  }

  async #epochsOf(): Promise<FitStopReason> {
    const { epochs, shuffle, signal } = this.#work.settings;
    for (let epoch = 0; epoch < epochs; epoch++) {
      await this.#callbacks.count('onEpochBegin', epoch);
      const { train } = this.#work.sets;
      const order = shuffle ? this.#session.random.child(`epoch-${epoch}`).shuffle(train) : train;
      const figures = this.#session.figures();
      const before = this.#session.meter.usage().optimizer;
      let ended: FitStopReason | null = null;
      try {
        ended = await this.#steps(epoch, order, figures);
        await this.#session.endEpoch();
        if (signal?.aborted === true) ended ??= 'aborted';
      } catch (error) {
        ended = budgetEndReason(error);
        if (ended === null) throw error;
      }
      figures.addUsage('optimizer', usageSince(before, this.#session.meter.usage().optimizer));
      await this.#endEpoch(epoch, figures);
      if (this.#stopAsked) ended ??= 'callback';
      if (ended !== null) {
        this.#session.runs.end(ended);
        return ended;
      }
    }
    return 'epochs';
  }

  async #steps(
    epoch: number,
    order: readonly TrainingExample[],
    figures: ReturnType<TrainingSession['figures']>,
  ): Promise<FitStopReason | null> {
    const { batchSize } = this.#work.settings;
    const steps = Math.ceil(order.length / batchSize);
    for (let step = 0; step < steps; step++) {
      const batch = order.slice(step * batchSize, (step + 1) * batchSize);
      await this.#callbacks.count('onTrainBatchBegin', step);
      const report = await this.#session.step(batch);
      await this.#session.addKnown(figures, this.#session.leader, batch);
      const logs = figures.logs();
      await this.#callbacks.logs('onTrainBatchEnd', step, logs);
      this.#progress(
        `epoch ${epoch + 1} of ${this.#sizes.epochs}`,
        step + 1,
        `reward ${logs.reward ?? 'none'}`,
      );
      if (report.exhausted === true) return 'exhausted';
      if (this.#stopAsked) return 'callback';
    }
    return null;
  }

  /** The curves of an epoch: the training reward is of training examples, the other of the selection set. */
  async #endEpoch(epoch: number, figures: ReturnType<TrainingSession['figures']>): Promise<void> {
    let logs: Logs = figures.logs();
    if (!this.#sizes.selectedOnTraining) {
      const { leader } = this.#session;
      const selection = this.#session.figures();
      try {
        await this.#session.runs.evaluate(leader, this.#selection, 'select');
        await this.#session.addKnown(selection, leader, this.#selection);
      } catch (error) {
        if (budgetEndReason(error) === null) throw error;
      }
      logs = { ...logs, ...selection.logs('val_') };
      this.#session.kept.push(leader);
    }
    this.#epochs.push(epoch);
    this.#curves.push(logs);
    await this.#callbacks.logs('onEpochEnd', epoch, logs);
  }

  #finalists(): ReturnType<TrainingSession['finalists']> {
    return this.#session.begun ? this.#session.finalists() : this.#session.kept;
  }

  /** Runs the start and the chosen candidate on the test set. Nobody else ever looks at it. */
  async #test(values: History['values']): Promise<History['test']> {
    const { test } = this.#work.sets;
    if (test.length === 0) return null;
    const { runs, start } = this.#session;
    try {
      const chosen = scoreOf(await runs.evaluate(values, test, 'test'));
      return { start: scoreOf(await runs.evaluate(start, test, 'test')), chosen };
    } catch (error) {
      if (budgetEndReason(error) === null) throw error;
      return null;
    }
  }

  #history(): History['history'] {
    const names = [...new Set(this.#curves.flatMap((logs) => Object.keys(logs)))];
    return Object.fromEntries(names.map((name) => [name, this.#curves.map((logs) => logs[name] ?? null)]));
  }

  #progress(stage: string, done: number, note: string): void {
    const { batchSize, onProgress } = this.#work.settings;
    const total = Math.ceil(this.#sizes.train / batchSize);
    try {
      onProgress?.({ stage, done, total, note });
    } catch (error) {
      process.emitWarning(`onProgress threw: ${errorMessage(error)}`);
    }
  }

  #context(): CallbackContext {
    const { batchSize, epochs } = this.#work.settings;
    const { train, selectedOnTraining } = this.#sizes;
    const figures: Record<string, 'max' | 'min'> = {};
    for (const prefix of selectedOnTraining ? [''] : ['', 'val_']) {
      figures[`${prefix}reward`] = 'max';
      for (const { name, direction } of this.#work.session.metrics) figures[`${prefix}${name}`] = direction;
    }
    return {
      program: this.#work.session.program,
      parameters: {
        epochs,
        samples: train,
        steps: Math.ceil(train / batchSize),
        batchSize,
        figures,
        largestReward: this.#work.session.runner.largestReward,
      },
      leader: () => this.#session.leader,
      spent: () => this.#session.meter.spent(),
      stop: () => {
        this.#stopAsked = true;
      },
      keep: (values) => {
        this.#session.kept.push(this.#session.runs.identify(values).values);
      },
    };
  }
}
