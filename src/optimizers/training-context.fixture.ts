import { contentHash, type JsonObject, RandomStream } from '../core/index.js';
import type { Model } from '../models/index.js';
import {
  makeTrainingExample,
  type OptimizerContext,
  type OptimizerRun,
  type TrainableProgram,
  type TrainingExample,
  type TrainingOutcome,
  type VariableValues,
} from '../training/index.js';
import { NO_USAGE } from '../training/internal.js';

/** What a training needs, without a trainer: for tests of one optimizer and for benchmarks. */
export interface TestTraining {
  readonly program: TrainableProgram;
  readonly examples: readonly TrainingExample[];
  /** Rewards what a program gave; default: 1 where it has everything that is expected, else 0. */
  readonly reward?: (expected: JsonObject, output: JsonObject) => number;
  /** Default 1: that of the default reward. */
  readonly largestReward?: number;
  readonly seed?: number;
  /** Runs of the program on one example, after which evaluating throws. Default: no end. */
  readonly maxEvaluations?: number;
}

/** A context, and what was done with it. */
export interface TestContext extends OptimizerContext {
  readonly notes: readonly string[];
  /** Runs of the program on one example so far. */
  readonly spent: () => number;
}

/** The end of {@link TestTraining.maxEvaluations}. */
class TestBudgetEnded extends Error {}

/** A context that runs a program and keeps its outcomes. */
export function testContext(training: TestTraining): TestContext {
  const { program, examples, reward = exact, seed = 0, maxEvaluations = Number.POSITIVE_INFINITY } = training;
  const known = new Map<string, TrainingOutcome>();
  const ofCandidate = new Map<string, TrainingOutcome[]>();
  const notes: string[] = [];
  let spent = 0;
  const keyOf = (values: VariableValues, exampleId: string): string => `${contentHash(values)} ${exampleId}`;
  const run = async (values: VariableValues, example: TrainingExample): Promise<TrainingOutcome> => {
    const key = keyOf(values, example.id);
    const there = known.get(key);
    if (there !== undefined) return there;
    if (spent >= maxEvaluations) throw new TestBudgetEnded('the budget ended');
    spent += 1;
    const result = await program.run(example.x, { training: true, values });
    const [output = null] = result.outputs;
    const outcome: TrainingOutcome = {
      candidate: contentHash(values),
      exampleId: example.id,
      reward: output === null ? 0 : reward(example.y[0] ?? {}, output),
      feedback: null,
      outputs: result.outputs,
      outputHash: result.error === null ? contentHash(result.outputs) : null,
      calls: result.calls,
      error: result.error,
      usage: { inference: NO_USAGE, reward: NO_USAGE },
    };
    known.set(key, outcome);
    ofCandidate.set(outcome.candidate, [...(ofCandidate.get(outcome.candidate) ?? []), outcome]);
    return outcome;
  };
  return {
    program,
    examples,
    largestReward: training.largestReward ?? 1,
    start: Object.fromEntries(program.variables.map(({ key, value }) => [key, value])),
    random: new RandomStream(seed, 'optimizer'),
    concurrency: 1,
    notes,
    spent: () => spent,
    async evaluate(values, asked) {
      const outcomes: TrainingOutcome[] = [];
      for (const example of asked) outcomes.push(await run(values, example));
      return outcomes;
    },
    outcomes: {
      of: (values) => ofCandidate.get(contentHash(values)) ?? [],
      get: (values, exampleId) => known.get(keyOf(values, exampleId)),
    },
    model: (model: Model) => model,
    note: (key, text) => notes.push(`${key}: ${text}`),
  };
}

/** Pairs of one input and one output. */
export function testExamples(pairs: readonly (readonly [JsonObject, JsonObject])[]): TrainingExample[] {
  return pairs.map(([x, y]) => makeTrainingExample({ x: [x], y: [y] }));
}

/** Steps over all examples, each step a batch and each round an epoch, until one has nothing left to try. */
export async function stepUntilDone(
  run: OptimizerRun,
  options: { readonly examples: readonly TrainingExample[]; readonly batch: number; readonly epochs: number },
): Promise<void> {
  const { examples, batch, epochs } = options;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let from = 0; from < examples.length; from += batch) {
      if ((await run.step(examples.slice(from, from + batch))).exhausted === true) return;
    }
    await run.endEpoch?.();
  }
}

function exact(expected: JsonObject, output: JsonObject): number {
  const entries = Object.entries(expected);
  const right = entries.filter(([key, value]) => JSON.stringify(output[key]) === JSON.stringify(value));
  return right.length === entries.length ? 1 : 0;
}
