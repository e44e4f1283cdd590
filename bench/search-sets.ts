/**
 * Program search without a model on task sets drawn from grammars unlike its library. For each set: the share that is
 * right on unseen instances, and what was offered and is wrong. `METTLE_SEARCH_TASKS` is the number of tasks of each
 * set (40), `METTLE_SEARCH_EVALUATIONS` the budget of each (300,000), `METTLE_SEARCH_SETS` the sets, with commas;
 * `METTLE_SEARCH_MISSES=1` lists on stderr what was not right; `METTLE_SEARCH_DRAW` is a word for other tasks of the same
 * kinds.
 */
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import { evaluateScript, type InputOutput, makeExamples, type TrainingResult } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import type { DrawnTask } from './search-tasks/lists.js';
import { drawTask, sets, type TaskSet } from './search-tasks/sets.js';

const TASKS = Number(process.env.METTLE_SEARCH_TASKS ?? 40);
const EVALUATIONS = Number(process.env.METTLE_SEARCH_EVALUATIONS ?? 300_000);
const CHOSEN = process.env.METTLE_SEARCH_SETS?.split(',');
const DRAW = process.env.METTLE_SEARCH_DRAW;
const UNSEEN = 30;

let sandbox: Sandbox;

interface Tally {
  right: number;
  wrong: number;
  high: number;
  highWrong: number;
  evaluations: number;
  /** Values computed: evaluations times examples. */
  computed: number;
  seconds: number;
}

async function isRight(script: string, unseen: readonly InputOutput[]): Promise<boolean> {
  const outcomes = await evaluateScript({ script, examples: makeExamples(unseen), sandbox });
  return outcomes.every(({ reward }) => reward === 1);
}

async function sweep(set: TaskSet): Promise<Tally> {
  const tally: Tally = { right: 0, wrong: 0, high: 0, highWrong: 0, evaluations: 0, computed: 0, seconds: 0 };
  for (let index = 0; index < TASKS; index++) {
    const { task, examples, unseen } = drawTask(set, index, { word: DRAW, unseen: UNSEEN });
    const started = process.cpuUsage();
    const result = await search(examples, set.wrong ?? 0);
    const used = process.cpuUsage(started);
    tally.seconds += (used.user + used.system) / 1e6;
    tally.evaluations += result.evaluations;
    tally.computed += result.evaluations * examples.length;
    const right = result.script !== null && (await isRight(result.script, unseen));
    if (right) tally.right++;
    else if (result.script !== null) tally.wrong++;
    if (result.confidence === 'high') tally.high++;
    if (result.confidence === 'high' && !right) tally.highWrong++;
    if (!right && process.env.METTLE_SEARCH_MISSES !== undefined) {
      const guess = result.guess?.script;
      const isGuessRight = guess !== undefined && (await isRight(guess, unseen));
      report(set, task, examples, result, isGuessRight ? ', its guess is right' : '');
    }
  }
  return tally;
}

function search(examples: readonly InputOutput[], tolerance: number): Promise<TrainingResult> {
  return searchScript({ examples, tolerance, budget: { maxEvaluations: EVALUATIONS }, seed: 0, sandbox });
}

function report(
  set: TaskSet,
  task: DrawnTask,
  examples: readonly InputOutput[],
  result: TrainingResult,
  note: string,
): void {
  const verdict =
    result.script === null
      ? `abstained (${result.reasons.join('; ')})`
      : `wrong, ${result.confidence} (${result.reasons.join('; ')})`;
  const shown = examples
    .slice(0, 3)
    .map(({ input, output }) => `${JSON.stringify(input)} → ${JSON.stringify(output)}`);
  const script = result.guess?.script.trim().split('\n').slice(-1)[0] ?? '';
  process.stderr.write(
    `${set.name}: ${task.name}: ${verdict}${note}\n    ${shown.join('\n    ')}\n    ${script}\n`,
  );
}

function figuresOf(set: TaskSet, tally: Tally): Figure[] {
  const { right, wrong, high, highWrong, evaluations, computed, seconds } = tally;
  const of = `% of ${TASKS} tasks`;
  return [
    { name: `${set.name}: right`, value: (100 * right) / TASKS, unit: of },
    { name: `${set.name}: kept wrong`, value: (100 * wrong) / TASKS, unit: of },
    { name: `${set.name}: abstained`, value: (100 * (TASKS - right - wrong)) / TASKS, unit: of },
    { name: `${set.name}: right among kept`, value: (100 * right) / Math.max(1, right + wrong), unit: '%' },
    {
      name: `${set.name}: right among "high"`,
      value: (100 * (high - highWrong)) / Math.max(1, high),
      unit: `% of ${high}`,
    },
    { name: `${set.name}: processor seconds per task`, value: seconds / TASKS, unit: 's' },
    { name: `${set.name}: evaluations`, value: evaluations / seconds, unit: '1/s' },
    { name: `${set.name}: candidate × example evaluations`, value: computed / seconds, unit: '1/s' },
  ];
}

/** Recall and precision of program search on drawn tasks. */
export const suite: BenchSuite = {
  name: 'search-sets',
  figures: async () => {
    sandbox = await createSandbox({ engine: 'monty' });
    const figures: Figure[] = [];
    for (const set of sets) {
      if (CHOSEN !== undefined && !CHOSEN.includes(set.name)) continue;
      figures.push(...figuresOf(set, await sweep(set)));
    }
    // In kilobytes; of this process with all that ran in it, the sandbox's own processes not counted.
    const value = process.resourceUsage().maxRSS / 1024;
    figures.push({ name: 'peak memory', value, unit: 'MiB', claim: '≤ 300' });
    return figures;
  },
  close: () => sandbox.close(),
};
