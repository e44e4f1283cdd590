/** Sets of drawn tasks, and how their instances are drawn. */
import { RandomStream } from 'mettle/core';
import type { InputOutput } from 'mettle/training';
import { drawBeyond } from './beyond.js';
import { drawBranchTask } from './branches.js';
import { drawColumnTask } from './columns.js';
import { drawConcept, drawConceptTest } from './concepts.js';
import type { Draw } from './draws.js';
import { everydayTask } from './everyday.js';
import { drawFormatTask } from './formats.js';
import { drawFormulaTask } from './formulas.js';
import { type DrawnTask, drawListTask, drawPredicate } from './lists.js';
import { drawPipeline } from './pipelines.js';
import { drawPythonProgram } from './programs.js';
import { drawSequenceTask } from './sequences.js';
import { spreadsheetTask } from './spreadsheets.js';
import { drawTextTask } from './texts.js';
import { wranglingTask } from './wrangling.js';

/** A kind of drawn tasks with so many examples each. */
export interface TaskSet {
  readonly name: string;
  /** By the task's number, where that says what kind it is. */
  readonly draw: (draw: Draw, index: number) => DrawnTask;
  readonly examples: number;
  /** Examples whose output is that of another one. Default 0. */
  readonly wrong?: number;
  readonly claim?: string;
}

const drawAny = (draw: Draw): DrawnTask => draw.pick([drawListTask, drawTextTask, drawColumnTask])(draw);
/** The sets, each by its kind and number of examples. */
export const sets: readonly TaskSet[] = [
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
/** Different instances of a task, none with an input that is known. */
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

/**
 * A task of a set by its number: its examples, and instances that aren't among them.
 *
 * @param options.word - other tasks of the same kinds. Default: the tasks of the first draw
 */
export function drawTask(
  set: TaskSet,
  index: number,
  options: { readonly word?: string | undefined; readonly unseen: number },
): { readonly task: DrawnTask; readonly examples: InputOutput[]; readonly unseen: InputOutput[] } {
  const kind = set.name.replace(/-.*/, '');
  const random = new RandomStream(
    index,
    `search-sets/${kind}${options.word === undefined ? '' : `/${options.word}`}`,
  );
  const task = set.draw(random.child('task'), index);
  const drawn = instances(task, set.examples, random.child('examples'), []);
  const examples = spoiled(drawn, set.wrong ?? 0);
  return { task, examples, unseen: instances(task, options.unseen, random.child('unseen'), drawn) };
}
