/**
 * Program search without a model, on generated transformations: the share that is right on unseen instances, and
 * what observational equivalence is worth beside plain enumeration of the same space. Then the ARC-AGI-1 training tasks,
 * where a copy is at hand, with `METTLE_ARC_EVALUATIONS` each (20,000) and at most 10 s.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { RandomStream } from 'mettle/core';
import { searchScript } from 'mettle/optimizers';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { evaluateScript, type InputOutput, makeExamples, type TrainingResult } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import type { SearchTask } from './search-draws.js';
import { dataTasks } from './search-tasks-data.js';
import { textTasks } from './search-tasks-text.js';

const searchTasks: readonly SearchTask[] = [...textTasks, ...dataTasks];
const EVALUATIONS = 300_000;
const EXAMPLES = 10;
const UNSEEN = 30;
const ARC_EVALUATIONS = Number(process.env.METTLE_ARC_EVALUATIONS ?? 20_000);
const ARC = new URL('../../../shared/data/arc-agi-1/training/', import.meta.url);

let sandbox: Sandbox;

function instances(task: SearchTask, count: number, stream: string): InputOutput[] {
  const random = new RandomStream(0, `${task.name}/${stream}`);
  const found = new Map<string, InputOutput>();
  for (let draws = 0; found.size < count && draws < 100 * count; draws++) {
    const pair = task.make(random);
    found.set(JSON.stringify(pair.input), pair);
  }
  return [...found.values()];
}

function train(task: SearchTask, equivalence: boolean): Promise<TrainingResult> {
  return searchScript({
    examples: instances(task, task.examples ?? EXAMPLES, 'examples'),
    budget: { maxEvaluations: EVALUATIONS },
    seed: 0,
    sandbox,
    equivalence,
  });
}

async function isRight(task: SearchTask, script: string | null): Promise<boolean> {
  if (script === null) return false;
  const examples = makeExamples(instances(task, UNSEEN, 'unseen'));
  return (await evaluateScript({ script, examples, sandbox })).every(({ reward }) => reward === 1);
}

interface Sweep {
  readonly fit: number;
  readonly offered: number;
  readonly right: number;
  readonly evaluations: number;
  readonly seconds: number;
  readonly slowest: number;
  readonly missed: readonly string[];
}

async function sweep(equivalence: boolean): Promise<Sweep> {
  let [fit, offered, right, evaluations, seconds, slowest] = [0, 0, 0, 0, 0, 0];
  const missed: string[] = [];
  for (const task of searchTasks) {
    const result = await train(task, equivalence);
    if (result.train.rate === 1) fit++;
    if (!result.abstained) offered++;
    if (await isRight(task, result.script)) right++;
    else missed.push(task.name);
    evaluations += result.evaluations;
    seconds += result.seconds;
    slowest = Math.max(slowest, result.seconds);
  }
  return { fit, offered, right, evaluations, seconds, slowest, missed };
}

function sweepFigures(name: string, result: Sweep): Figure[] {
  const count = searchTasks.length;
  return [
    {
      name: `${name}: right on ${UNSEEN} unseen instances`,
      value: (100 * result.right) / count,
      unit: `% of ${count}`,
    },
    { name: `${name}: right among offered`, value: (100 * result.right) / result.offered, unit: '%' },
    { name: `${name}: fit the examples`, value: (100 * result.fit) / count, unit: '%' },
    { name: `${name}: evaluations per second`, value: result.evaluations / result.seconds, unit: '1/s' },
    { name: `${name}: mean seconds per task`, value: result.seconds / count, unit: 's' },
    { name: `${name}: slowest task`, value: result.slowest, unit: 's', claim: '≤ 2 s' },
  ];
}

async function arcFigures(): Promise<Figure[]> {
  let files: string[];
  try {
    files = readdirSync(ARC).sort();
  } catch {
    return [];
  }
  let [right, offered, solved] = [0, 0, 0];
  for (const file of files) {
    const task = JSON.parse(readFileSync(new URL(file, ARC), 'utf8')) as {
      readonly train: readonly InputOutput[];
      readonly test: readonly InputOutput[];
    };
    const result = await searchScript({
      examples: task.train,
      holdout: [],
      unlabelled: task.test.map(({ input }) => input),
      budget: { maxEvaluations: ARC_EVALUATIONS, seconds: 10 },
      seed: 0,
      sandbox,
    });
    const examples = makeExamples(task.test);
    const isSolvedBy = async (script: string | undefined): Promise<boolean> => {
      if (script === undefined) return false;
      return (await evaluateScript({ script, examples, sandbox })).every(({ reward }) => reward === 1);
    };
    const isRight = await isSolvedBy(result.script ?? undefined);
    if (result.script !== null) offered++;
    if (isRight) right++;
    // The contest allows two attempts, and no abstaining: the best guess where nothing is offered, then what else fits.
    const attempts = [result.script ?? result.guess?.script, result.rivals?.[0]];
    if (isRight || (await isSolvedBy(attempts[0])) || (await isSolvedBy(attempts[1]))) solved++;
  }
  const all = `of ${files.length}`;
  return [
    { name: 'ARC-AGI-1 training tasks, scripts offered', value: offered, unit: all },
    { name: 'ARC-AGI-1 training tasks, right among them', value: right, unit: all },
    { name: 'ARC-AGI-1 training tasks solved in two attempts', value: solved, unit: all },
  ];
}

/** Program search: shares and rates, with plain enumeration as the baseline. */
export const suite: BenchSuite = {
  name: 'search',
  comparisons: async () => {
    sandbox = await createSandbox({ engine: 'monty' });
    const task = searchTasks.find(({ name }) => name === 'family name first');
    if (task === undefined) return [];
    return [
      {
        name: 'one task, 10 examples, until solved or 300,000 evaluations',
        rounds: 5,
        warmup: 1,
        subject: { name: 'with observational equivalence', run: async () => void (await train(task, true)) },
        baseline: { name: 'plain enumeration', run: async () => void (await train(task, false)) },
      },
    ];
  },
  figures: async () => {
    const withEquivalence = await sweep(true);
    process.stderr.write(`not right: ${withEquivalence.missed.join(', ')}\n`);
    return [
      ...sweepFigures('with equivalence', withEquivalence),
      ...sweepFigures('plain enumeration', await sweep(false)),
      ...(await arcFigures()),
    ];
  },
  close: () => sandbox.close(),
};
