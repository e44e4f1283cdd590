/**
 * What optimizers make of the same noisy proposer with the same number of runs: the share of a script's parts that are right
 * in what is shipped, and the share of runs that end with all of them right. Over 10 tasks and 20 seeds.
 */
import type { Model } from 'mettle/models';
import { Evolutionary, Omega, ParetoRefine } from 'mettle/optimizers';
import { type Optimizer, Trainer } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import { drawTask, PARTS_TASKS, type PartsTask, partsReward } from './noisy-proposer.js';
import { baseline } from './refining-baselines.js';

const SEEDS = 20;
/** Runs of a script on one example, those of the final choice included. */
const RUNS = 600;
/** Student's t for a 95 % interval over 20 seeds. */
const T = 2.093;

const OPTIMIZERS: Readonly<Record<string, (model: Model) => Optimizer>> = {
  'best of n': (model) => baseline('best-of-n', model),
  sequential: (model) => baseline('sequential', model),
  Evolutionary: (model) => new Evolutionary({ model, scoreExamples: 64 }),
  Omega: (model) => new Omega({ model, scoreExamples: 64 }),
  ParetoRefine: (model) => new ParetoRefine({ model }),
};

interface Shipped {
  readonly quality: number;
  readonly solved: boolean;
}

async function train(task: PartsTask, seed: number, make: (model: Model) => Optimizer): Promise<Shipped> {
  const { program, x, y, quality, proposer } = drawTask(task, seed);
  const trainer = new Trainer(program, {
    reward: partsReward(task),
    optimizer: make(proposer),
    budget: { maxEvaluations: RUNS },
  });
  await trainer.fit(x, y, { epochs: 400, batchSize: 4, seed, validationSplit: 0.2 });
  const share = quality(String(program.variables[0]?.value.python_script));
  return { quality: share, solved: share === 1 };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half the width of the 95 % interval of a mean over seeds. */
function halfWidth(values: readonly number[]): number {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return T * Math.sqrt(variance / values.length);
}

async function figures(): Promise<readonly Figure[]> {
  const results = new Map<string, Shipped[][]>();
  for (const [name, make] of Object.entries(OPTIMIZERS)) {
    const bySeed: Shipped[][] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const shipped: Shipped[] = [];
      for (const task of PARTS_TASKS) shipped.push(await train(task, seed, make));
      bySeed.push(shipped);
    }
    results.set(name, bySeed);
  }
  const of = (name: string, measure: (shipped: Shipped) => number): number[] =>
    (results.get(name) ?? []).map((shipped) => mean(shipped.map(measure)));
  const found: Figure[] = [];
  for (const [title, measure] of [
    ['parts right', ({ quality }: Shipped) => quality],
    ['tasks solved', ({ solved }: Shipped) => Number(solved)],
  ] as const) {
    const own = of('ParetoRefine', measure);
    for (const name of results.keys()) {
      const values = of(name, measure);
      found.push({ name: `${name}: ${title}`, value: 100 * mean(values), unit: '%' });
      found.push({
        name: `${name}: ${title}, half of the 95 % interval`,
        value: 100 * halfWidth(values),
        unit: 'points',
      });
      if (name === 'ParetoRefine') continue;
      const gains = own.map((value, index) => value - (values[index] ?? 0));
      found.push({
        name: `ParetoRefine over ${name}: ${title}`,
        value: 100 * mean(gains),
        unit: 'points',
        claim: 'above 0',
      });
      found.push({
        name: `ParetoRefine over ${name}: half of the interval`,
        value: 100 * halfWidth(gains),
        unit: 'points',
      });
    }
  }
  return found;
}

export const suite: BenchSuite = { name: 'optimizers', figures };
