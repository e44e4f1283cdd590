import { type MettleError, RandomStream } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { type ModelPrices, openModel } from '../../models/index.js';
import { trainingError } from '../error-codes.js';
import type { FactLog } from '../journal/facts.js';
import type { Metric } from '../metric.js';
import type { Optimizer, OptimizerContext, OptimizerRun, StepReport } from '../optimizer.js';
import type { TrainableProgram, VariableValues } from '../trainable-program.js';
import type { TrainingBudget } from '../training-budget.js';
import type { TrainingExample } from '../training-example.js';
import { CandidateRuns } from './candidate-runs.js';
import { Figures } from './figures.js';
import { keptModel } from './kept-model.js';
import type { SampleRunner } from './sample-runner.js';
import { SpendingMeter } from './spending-meter.js';
import { TrainingStore } from './training-store.js';

/** What a session works with. */
export interface SessionOptions {
  readonly program: TrainableProgram;
  readonly runner: SampleRunner;
  readonly metrics: readonly Metric[];
  readonly budget: TrainingBudget;
  readonly prices: ModelPrices;
  readonly facts: FactLog;
  readonly seed: number;
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
}

/** One training: what it has run, what it has spent, and the optimizer at work. */
export class TrainingSession {
  readonly start: VariableValues;
  readonly store: TrainingStore = new TrainingStore();
  readonly meter: SpendingMeter;
  readonly runs: CandidateRuns;
  readonly random: RandomStream;
  /** Candidates of the final choice beside the optimizer's. */
  readonly kept: VariableValues[] = [];
  readonly notes: Map<string, string[]> = new Map<string, string[]>();
  readonly #options: SessionOptions;
  readonly #examples = new Map<string, TrainingExample>();
  #run: OptimizerRun | null = null;
  #leader: VariableValues;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { program, facts } = options;
    this.start = Object.fromEntries(program.variables.map(({ key, value }) => [key, value]));
    this.#leader = this.start;
    this.random = new RandomStream(options.seed, 'training');
    this.meter = new SpendingMeter({
      budget: options.budget,
      now: options.now,
      secondsBefore: facts.seconds,
    });
    this.runs = new CandidateRuns({
      program,
      start: this.start,
      runner: options.runner,
      store: this.store,
      meter: this.meter,
      facts,
      concurrency: options.concurrency,
      signal: options.signal,
    });
  }

  /** Whether the optimizer is at work. */
  get begun(): boolean {
    return this.#run !== null;
  }

  /** The candidate that leads now. */
  get leader(): VariableValues {
    return this.#leader;
  }

  /** Begins the optimizer's work on these examples. */
  async begin(optimizer: Optimizer, examples: readonly TrainingExample[]): Promise<void> {
    this.learnFrom(examples);
    this.#run = await optimizer.begin(this.#context(examples));
  }

  /** Lets the optimizer learn from more examples. */
  learnFrom(examples: readonly TrainingExample[]): void {
    for (const example of examples) this.#examples.set(example.id, example);
  }

  async step(batch: readonly TrainingExample[]): Promise<StepReport> {
    const optimizer = this.#optimizer();
    const report: StepReport | undefined = await optimizer.step(batch);
    const finalists: unknown = optimizer.finalists();
    if (typeof report !== 'object' || report === null || !Array.isArray(finalists)) {
      throw trainingError(
        'invalid_optimizer',
        'An optimizer returns { proposed, kept } for each step, and a list of finalists. This one does not. optimizerSuite of mettle/optimizers/testing tests the other rules.',
      );
    }
    const leader = report.leader ?? finalists[0] ?? this.start;
    this.#leader = this.runs.identify(leader).values;
    return report;
  }

  async endEpoch(): Promise<void> {
    await this.#optimizer().endEpoch?.();
    const [first] = this.#optimizer().finalists();
    if (first !== undefined) this.#leader = this.runs.identify(first).values;
  }

  async finish(): Promise<void> {
    await this.#optimizer().finish?.();
  }

  /** Everything worth the final choice, the optimizer's own first. */
  finalists(): VariableValues[] {
    return [...this.#optimizer().finalists(), this.#leader, ...this.kept];
  }

  /** Adds to figures what is known of a candidate on some examples. */
  async addKnown(
    figures: Figures,
    values: VariableValues,
    examples: readonly TrainingExample[],
  ): Promise<void> {
    const { id } = this.runs.identify(values);
    for (const example of examples) {
      const outcome = this.store.get(id, example.id);
      if (outcome !== undefined) await figures.add(example, outcome);
    }
  }

  /** Figures of the session's metrics that have seen nothing. */
  figures(): Figures {
    return new Figures(this.#options.metrics, this.#options.runner.largestReward);
  }

  #optimizer(): OptimizerRun {
    if (this.#run === null) throw new Error('The session has not begun.');
    return this.#run;
  }

  #context(examples: readonly TrainingExample[]): OptimizerContext {
    const { runs, meter, store } = this;
    const { program, facts, prices, concurrency, signal, runner } = this.#options;
    const counts = new Map<string, number>();
    const mayLearnFrom = (id: string) => this.#examples.has(id);
    return {
      program,
      start: this.start,
      examples,
      largestReward: runner.largestReward,
      random: this.random.child('optimizer'),
      concurrency,
      evaluate: async (values, asked) => {
        const apart = asked.find(({ id }) => !mayLearnFrom(id));
        if (apart !== undefined) throw heldOut(apart);
        return await runs.evaluate(values, asked, 'propose');
      },
      outcomes: {
        of: (values) => store.of(runs.identify(values).id).filter(({ exampleId }) => mayLearnFrom(exampleId)),
        get: (values, exampleId) =>
          mayLearnFrom(exampleId) ? store.get(runs.identify(values).id, exampleId) : undefined,
      },
      model: (model, id) => keptModel(openModel(model), id, { facts, meter, runs, prices, signal, counts }),
      note: (key, text) => {
        const notes = this.notes.get(key) ?? [];
        if (!notes.includes(text)) this.notes.set(key, [...notes, text]);
      },
    };
  }
}

function heldOut(example: TrainingExample): MettleError {
  return trainingError(
    'held_out',
    `The example ${startOf(example.id, 12)} is not among those that may be learned from.`,
  );
}
