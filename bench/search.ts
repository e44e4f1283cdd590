/**
 * Program search without a model, on generated transformations: the share that is right on unseen instances, and
 * what observational equivalence is worth beside plain enumeration of the same space.
 */
import { RandomStream } from 'mettle/core';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import { evaluateScript, type InputOutput, makeExamples, type TrainingResult } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import type { SearchTask } from './search-tasks/draws.js';
import { dataTasks } from './search-tasks/transformations-of-data.js';
import { textTasks } from './search-tasks/transformations-of-text.js';

const searchTasks: readonly SearchTask[] = [...textTasks, ...dataTasks];
const EVALUATIONS = 300_000;
const EXAMPLES = 10;
const UNSEEN = 30;

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
    ];
  },
  close: () => sandbox.close(),
};
