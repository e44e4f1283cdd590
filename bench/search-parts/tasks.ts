/**
 * The tasks that the parts are measured on. Drawn ones of three draws; public ones, where a copy is at hand; every eighth grid
 * task; and columns of tables as people asked for them. A task has a name that says all that it takes to draw it again.
 */
import { sha256 } from 'mettle/core';
import type { Sandbox } from 'mettle/sandbox';
import type { searchScript } from 'mettle/search';
import { evaluateScript, type InputOutput, makeExamples } from 'mettle/training';
import { arcFiles, readArc, searchArc } from '../search-arc-tasks.js';
import { publicSets, shuffledPairs } from '../search-tasks/public-sets.js';
import { drawTask, sets } from '../search-tasks/sets.js';
import { type FillColumn, measureRequest, readRequests } from '../search-tasks/table-requests.js';

/** What a search came to: the script is right on what it hasn't seen, or wrong, or there is none. */
export interface Verdict {
  readonly verdict: 'right' | 'wrong' | 'none';
  readonly isHigh: boolean;
}

/** The search that has the switches, and how it fills columns. */
export interface SwitchedSearch {
  readonly searchScript: typeof searchScript;
  readonly fillColumn: FillColumn;
}

/** A task by name. */
export interface MeasuredTask {
  readonly name: string;
  /** The set that it is of. */
  readonly set: string;
  readonly search: (sandbox: Sandbox, search: SwitchedSearch) => Promise<Verdict>;
}

/** Evaluations of each search. */
export const EVALUATIONS = Number(process.env.METTLE_SEARCH_EVALUATIONS ?? 10_000);
const DRAWS = ['parts-1', 'parts-2', 'parts-3'];
const TASKS_OF_A_DRAW = 20;
/** Tasks of sets that hold one of each kind, by number: so many that the three draws together meet every kind. */
const KINDS_OF_A_DRAW: Readonly<Record<string, number>> = {
  'everyday-6': 20,
  'spreadsheets-6': 41,
  'wrangling-5': 54,
};
/** Between the numbers of tasks of other sets, so that those with few kinds meet most of them. */
const STEP = 2;
const UNSEEN = 30;
const FEWEST_UNSEEN = 2;
const MOST_UNSEEN = 60;
const EVERY_GRID = 8;
const PUBLIC_EXAMPLES: Readonly<Record<string, number>> = { 'list-functions': 5, 'list-routines': 5 };

const DRAWN = [
  'lists-5',
  'sequences-10',
  'pipelines-10',
  'programs-5',
  'texts-5',
  'formats-5',
  'formulas-5',
  'columns-6',
  'everyday-6',
  'spreadsheets-6',
  'wrangling-5',
  'branches-8',
  'predicates-16',
  'concepts-10',
  'concept-tests-16',
  'beyond-10',
  // From enough examples for high confidence.
  'lists-10',
  'texts-10',
  'formats-10',
  'formulas-10',
  'spreadsheets-12',
  'wrangling-10',
];

/** Sets whose author wrote parts of the search. */
export const OWN: ReadonlySet<string> = new Set([
  'lists-5',
  'lists-10',
  'sequences-10',
  'texts-5',
  'texts-10',
  'columns-6',
  'everyday-6',
  'branches-8',
  'predicates-16',
]);

/** Sets whose searches take longest: lists, then grids. */
const SLOW = [
  'list-routines',
  'lists-5',
  'concepts-10',
  'programs-5',
  'sequences-10',
  'pipelines-10',
  'grids',
];

/** All tasks, those of slow sets last, the others mixed, so that the first of them say something of every quick set. */
export function measuredTasks(): readonly MeasuredTask[] {
  return [...drawnTasks(), ...publicTasks(), ...gridTasks(), ...tableTasks()]
    .map((task) => ({ task, slowness: SLOW.indexOf(task.set), place: sha256(task.name) }))
    .sort((left, right) => left.slowness - right.slowness || (left.place < right.place ? -1 : 1))
    .map(({ task }) => task);
}

async function searched(
  examples: readonly InputOutput[],
  unseen: readonly InputOutput[],
  sandbox: Sandbox,
  search: SwitchedSearch,
): Promise<Verdict> {
  const budget = { maxEvaluations: EVALUATIONS };
  const { script, confidence } = await search.searchScript({ examples, budget, seed: 0, sandbox });
  if (script === null) return { verdict: 'none', isHigh: false };
  return {
    verdict: (await isRight(script, unseen, sandbox)) ? 'right' : 'wrong',
    isHigh: confidence === 'high',
  };
}

async function isRight(script: string, unseen: readonly InputOutput[], sandbox: Sandbox): Promise<boolean> {
  const outcomes = await evaluateScript({ script, examples: makeExamples(unseen), sandbox });
  return outcomes.every(({ reward }) => reward === 1);
}

function drawnTasks(): readonly MeasuredTask[] {
  return DRAWN.flatMap((name) => {
    const set = sets.find((one) => one.name === name);
    if (set === undefined) throw new RangeError(`no set ${name}`);
    const kinds = KINDS_OF_A_DRAW[name];
    const length = kinds ?? TASKS_OF_A_DRAW;
    return DRAWS.flatMap((word, draw) =>
      Array.from({ length }, (_none, place): MeasuredTask => {
        const index = (kinds === undefined ? STEP : 1) * (draw * length + place);
        return {
          name: `${name}/${word}/${index}`,
          set: name,
          search: (sandbox, search) => {
            const { examples, unseen } = drawTask(set, index, { word, unseen: UNSEEN });
            return searched(examples, unseen, sandbox, search);
          },
        };
      }),
    );
  });
}

function publicTasks(): readonly MeasuredTask[] {
  return publicSets.flatMap((set) => {
    const path = process.env[set.variable];
    if (path === undefined) return [];
    const count = PUBLIC_EXAMPLES[set.name] ?? 3;
    return set.read(path).flatMap((task): readonly MeasuredTask[] => {
      const pairs = shuffledPairs(task);
      // Variants of one task count once.
      if (pairs.length < count + FEWEST_UNSEEN || /-(?:long|repeat)|-long-repeat/.test(task.name)) return [];
      return [
        {
          name: `${set.name}/${task.name}`,
          set: set.name,
          search: (sandbox, search) =>
            searched(pairs.slice(0, count), pairs.slice(count, count + MOST_UNSEEN), sandbox, search),
        },
      ];
    });
  });
}

/** A grid is solved in two attempts, as the contest has it. */
function gridTasks(): readonly MeasuredTask[] {
  return arcFiles()
    .filter((_file, index) => index % EVERY_GRID === 0)
    .map((file) => ({
      name: `grids/${file}`,
      set: 'grids',
      search: async (sandbox, search) => {
        const { script, attempts } = await searchArc(file, sandbox, {}, search.searchScript);
        const { test } = readArc(file);
        for (const attempt of [script, ...attempts]) {
          if (typeof attempt === 'string' && (await isRight(attempt, test, sandbox))) {
            return { verdict: 'right', isHigh: false };
          }
        }
        return { verdict: script === null ? 'none' : 'wrong', isHigh: false };
      },
    }));
}

/** A column is right if it is offered and no row is wrong. */
function tableTasks(): readonly MeasuredTask[] {
  return readRequests().map((request) => ({
    name: `tables/${request.id}`,
    set: 'tables',
    search: async (_sandbox, search) => {
      const column = await measureRequest(request, search.fillColumn);
      const verdict = column.wrong > 0 ? 'wrong' : column.isOffered ? 'right' : 'none';
      return { verdict, isHigh: column.confidence === 'high' };
    },
  }));
}
