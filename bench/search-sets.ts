/**
 * Program search without a model on task sets drawn from grammars unlike its library. For each set: the share that is
 * right on unseen instances, and what was offered and is wrong. `METTLE_SEARCH_TASKS` is the number of tasks of each
 * set (40), `METTLE_SEARCH_EVALUATIONS` the budget of each (300,000), `METTLE_SEARCH_SETS` the sets, with commas;
 * `METTLE_SEARCH_MISSES=1` lists on stderr what was not right; `METTLE_SEARCH_DRAW` is a word for other tasks of the same
 * kinds.
 */
import { RandomStream } from 'mettle/core';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import { evaluateScript, type InputOutput, makeExamples, type TrainingResult } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import { drawBeyond } from './search-tasks/beyond.js';
import { drawBranchTask } from './search-tasks/branches.js';
import { drawColumnTask } from './search-tasks/columns.js';
import { drawConcept, drawConceptTest } from './search-tasks/concepts.js';
import type { Draw } from './search-tasks/draws.js';
import { everydayTask } from './search-tasks/everyday.js';
import { drawFormatTask } from './search-tasks/formats.js';
import { drawFormulaTask } from './search-tasks/formulas.js';
import { type DrawnTask, drawListTask, drawPredicate } from './search-tasks/lists.js';
import { drawPipeline } from './search-tasks/pipelines.js';
import { drawPythonProgram } from './search-tasks/programs.js';
import { drawSequenceTask } from './search-tasks/sequences.js';
import { spreadsheetTask } from './search-tasks/spreadsheets.js';
import { drawTextTask } from './search-tasks/texts.js';
import { wranglingTask } from './search-tasks/wrangling.js';

interface TaskSet {
  readonly name: string;
  /** By the task's number, where that says what kind it is. */
  readonly draw: (draw: Draw, index: number) => DrawnTask;
  readonly examples: number;
  /** Examples whose output is that of another one. Default 0. */
  readonly wrong?: number;
  readonly claim?: string;
}

const drawAny = (draw: Draw): DrawnTask => draw.pick([drawListTask, drawTextTask, drawColumnTask])(draw);
const sets: readonly TaskSet[] = [
  { name: 'lists-5', draw: drawListTask, examples: 5 },
  { name: 'lists-10', draw: drawListTask, examples: 10 },
  { name: 'sequences-5', draw: drawSequenceTask, examples: 5 },
  { name: 'sequences-10', draw: drawSequenceTask, examples: 10 },
  { name: 'pipelines-5', draw: drawPipeline, examples: 5 },
  { name: 'pipelines-10', draw: drawPipeline, examples: 10 },
  { name: 'programs-5', draw: drawPythonProgram, examples: 5 },
  { name: 'programs-10', draw: drawPythonProgram, examples: 10 },
  { name: 'texts-3', draw: drawTextTask, examples: 3 },
  { name: 'texts-5', draw: drawTextTask, examples: 5 },
  { name: 'texts-10', draw: drawTextTask, examples: 10 },
  { name: 'formats-3', draw: drawFormatTask, examples: 3 },
  { name: 'formats-5', draw: drawFormatTask, examples: 5 },
  { name: 'formats-10', draw: drawFormatTask, examples: 10 },
  { name: 'formulas-3', draw: drawFormulaTask, examples: 3 },
  { name: 'formulas-5', draw: drawFormulaTask, examples: 5 },
  { name: 'formulas-10', draw: drawFormulaTask, examples: 10 },
  { name: 'columns-6', draw: drawColumnTask, examples: 6 },
  { name: 'columns-10', draw: drawColumnTask, examples: 10 },
  { name: 'everyday-6', draw: (_draw, index) => everydayTask(index), examples: 6 },
  { name: 'everyday-10', draw: (_draw, index) => everydayTask(index), examples: 10 },
  { name: 'spreadsheets-3', draw: spreadsheetTask, examples: 3 },
  { name: 'spreadsheets-6', draw: spreadsheetTask, examples: 6 },
  { name: 'spreadsheets-12', draw: spreadsheetTask, examples: 12 },
  { name: 'wrangling-3', draw: wranglingTask, examples: 3 },
  { name: 'wrangling-5', draw: wranglingTask, examples: 5 },
  { name: 'wrangling-10', draw: wranglingTask, examples: 10 },
  { name: 'branches-8', draw: drawBranchTask, examples: 8 },
  { name: 'branches-12', draw: drawBranchTask, examples: 12 },
  { name: 'predicates-5', draw: drawPredicate, examples: 5 },
  { name: 'predicates-16', draw: drawPredicate, examples: 16 },
  { name: 'concepts-5', draw: drawConcept, examples: 5 },
  { name: 'concepts-10', draw: drawConcept, examples: 10 },
  { name: 'concept-tests-16', draw: drawConceptTest, examples: 16 },
  { name: 'beyond-5', draw: drawBeyond, examples: 5 },
  { name: 'beyond-10', draw: drawBeyond, examples: 10 },
  { name: 'beyond-20', draw: drawBeyond, examples: 20 },
  { name: 'wrong-1-of-12', draw: drawAny, examples: 12, wrong: 1 },
];
const TASKS = Number(process.env.METTLE_SEARCH_TASKS ?? 40);
const EVALUATIONS = Number(process.env.METTLE_SEARCH_EVALUATIONS ?? 300_000);
const CHOSEN = process.env.METTLE_SEARCH_SETS?.split(',');
const DRAW = process.env.METTLE_SEARCH_DRAW;
const UNSEEN = 30;

let sandbox: Sandbox;

function instances(
  task: DrawnTask,
  count: number,
  random: RandomStream,
  known: readonly InputOutput[],
): InputOutput[] {
  const inputs = new Set(known.map(({ input }) => JSON.stringify(input)));
  const found: InputOutput[] = [];
  for (let draws = 0; found.length < count && draws < 40 * count; draws++) {
    const pair = task.make(random);
    const text = JSON.stringify(pair.input);
    if (inputs.has(text) || !isJson(pair.output)) continue;
    inputs.add(text);
    found.push(pair);
  }
  return found;
}

/** Whether all numbers are finite: the largest of no numbers is not. */
function isJson(output: InputOutput['output']): boolean {
  return [output].flat().every((value) => typeof value !== 'number' || Number.isFinite(value));
}

/** The first `count` examples, given the output of a later one that differs. */
function spoiled(examples: readonly InputOutput[], count: number): InputOutput[] {
  return examples.map((example, index) => {
    if (index >= count) return example;
    const own = JSON.stringify(example.output);
    const other = examples.slice(count).find(({ output }) => JSON.stringify(output) !== own);
    return { input: example.input, output: other?.output ?? example.output };
  });
}

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
    const kind = set.name.replace(/-.*/, '');
    const random = new RandomStream(index, `search-sets/${kind}${DRAW === undefined ? '' : `/${DRAW}`}`);
    const task = set.draw(random.child('task'), index);
    const drawn = instances(task, set.examples, random.child('examples'), []);
    const examples = spoiled(drawn, set.wrong ?? 0);
    const started = process.cpuUsage();
    const result = await search(examples, set.wrong ?? 0);
    const used = process.cpuUsage(started);
    tally.seconds += (used.user + used.system) / 1e6;
    tally.evaluations += result.evaluations;
    tally.computed += result.evaluations * examples.length;
    const unseen = instances(task, UNSEEN, random.child('unseen'), drawn);
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
