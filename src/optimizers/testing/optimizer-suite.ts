import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConformanceCase,
  canonicalJson,
  defineOptions,
  type JsonObject,
  option,
} from '../../core/index.js';
import { expect } from '../../core/internal.js';
import {
  type FitOptions,
  type History,
  type Optimizer,
  type SampleValue,
  type TrainableProgram,
  Trainer,
  type TrainingSettings,
} from '../../training/index.js';
import { watchProgram } from './watch-program.js';

/** What an optimizer is checked with: a small training, which can be begun anew any number of times. */
export interface OptimizerSubject {
  /** Makes the optimizer, with models that answer the same request the same way. */
  optimizer(): Optimizer;
  /** Makes the program, with its starting values. */
  program(): TrainableProgram | Promise<TrainableProgram>;
  readonly reward: TrainingSettings['reward'];
  /** Twelve or more samples, so that there is something to learn from and something to choose by. */
  readonly x: readonly SampleValue[];
  readonly y: readonly SampleValue[];
  /** Default: 2 epochs in batches of 4. */
  readonly options?: Pick<FitOptions, 'epochs' | 'batchSize' | 'seed'>;
}

const checkSubject = defineOptions<OptimizerSubject>()('optimizerSuite', {
  optimizer: option.required(option.callback),
  program: option.required(option.callback),
  reward: option.required(option.any),
  x: option.required(option.list()),
  y: option.required(option.list()),
  options: option.object,
});

/** Journals that a resume is tried from: cut off at these shares of their lines. */
const CUTS = [0, 0.2, 0.5, 0.8, 1];

/**
 * What every optimizer keeps so that trainings can be compared, resumed and budgeted, as cases for any test runner. They
 * train with it some ten times in all; the first training is shared.
 *
 * @example
 * ```ts file=optimizer.test.mjs
 * import { test } from 'node:test';
 * import { optimizerSuite } from 'mettle/optimizers/testing';
 * import { subject } from './my-optimizer.mjs';
 *
 * for (const { name, run } of optimizerSuite(subject)) test(name, (t) => run(t));
 * ```
 */
export function optimizerSuite(subject: OptimizerSubject): readonly ConformanceCase[] {
  checkSubject(subject);
  let first: Promise<Trained> | undefined;
  const whole = (): Promise<Trained> => {
    first ??= train(subject, { concurrency: 1, journal: [] });
    return first;
  };
  const same = async (settings: TrainSettings): Promise<void> =>
    expectSame(await whole(), await train(subject, settings));
  return [
    {
      name: 'the start is scored',
      run: async () => expect((await whole()).history.selection.start.reward).not.toBeNull(),
    },
    { name: 'the same seed gives the same training', run: () => same({ concurrency: 1 }) },
    { name: 'the number of workers changes nothing', run: () => same({ concurrency: 8 }) },
    { name: 'the budget is kept', run: async () => checkBudget(subject, await whole()) },
    { name: 'a resume is exact', run: async () => checkResume(subject, await whole()) },
    {
      name: 'the program is left as it is until the end',
      run: async () => expect((await whole()).problems).toEqual([]),
    },
    {
      name: 'what is shipped is better on the selection set',
      run: async () => {
        const { shipped, selection } = (await whole()).history;
        expect(shipped).toBe((selection.chosen.reward ?? 0) > (selection.start.reward ?? 0));
      },
    },
  ];
}

interface TrainSettings {
  readonly concurrency: number;
  readonly budget?: TrainingSettings['budget'];
  /** Lines of a journal to go on from. Default: no journal. */
  readonly journal?: readonly string[];
}

interface Trained {
  readonly history: History;
  /** Everything that must be the same in a repetition. */
  readonly essence: string;
  readonly runs: number;
  readonly problems: readonly string[];
  readonly journal: readonly string[];
}

async function checkBudget(subject: OptimizerSubject, whole: Trained): Promise<void> {
  const least = whole.history.projected.leastEvaluations;
  for (const maxEvaluations of [least, Math.max(least, Math.floor(whole.runs * 0.7))]) {
    const { runs, history } = await train(subject, { concurrency: 4, budget: { maxEvaluations } });
    expect(runs).toBeAtMost(maxEvaluations);
    expect(history.spent.evaluations).toBeAtMost(maxEvaluations);
  }
}

async function checkResume(subject: OptimizerSubject, whole: Trained): Promise<void> {
  for (const [place, cut] of CUTS.entries()) {
    const journal = whole.journal.slice(0, Math.floor(whole.journal.length * cut));
    const resumed = await train(subject, { journal, concurrency: 1 + place });
    expectSame(whole, resumed);
    const known = journal.filter((line) => line.includes('"fact":"outcome"')).length;
    expect(resumed.runs).toBeAtMost(whole.runs - known);
  }
}

async function train(
  subject: OptimizerSubject,
  { concurrency, budget, journal }: TrainSettings,
): Promise<Trained> {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-optimizer-'));
  try {
    const path = join(folder, 'journal.jsonl');
    if (journal !== undefined) writeFileSync(path, journal.map((line) => `${line}\n`).join(''));
    const watched = watchProgram(await subject.program());
    const trainer = new Trainer(watched.program, {
      reward: subject.reward,
      optimizer: subject.optimizer(),
      ...(budget && { budget }),
    });
    const history = await trainer.fit(subject.x, subject.y, {
      epochs: 2,
      ...subject.options,
      concurrency,
      ...(journal && { journal: path }),
      callbacks: [{ onTrainBatchEnd: () => watched.checkUnchanged() }],
    });
    const values = Object.fromEntries(watched.program.variables.map(({ key, value }) => [key, value]));
    return {
      history,
      essence: essenceOf(history, { values, outcomes: trainer.store?.all() }),
      runs: watched.runs(),
      problems: watched.problems(),
      journal: journal === undefined ? [] : readFileSync(path, 'utf8').split('\n').slice(0, -1),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A training with what it tried, as text, without the time it took. */
function essenceOf({ spent: { seconds: _, ...spent }, ...history }: History, rest: object): string {
  return canonicalJson({ ...history, spent, ...rest });
}

function expectSame(one: Trained, other: Trained): void {
  if (one.essence === other.essence) return;
  const [left, right] = [one, other].map(({ essence }) => JSON.parse(essence) as JsonObject);
  expect(right).toEqual(left);
}
