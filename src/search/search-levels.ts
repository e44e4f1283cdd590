import { isJsonObject, type Json } from '../core/index.js';
import { dateLeaves } from './dates/date-leaves.js';
import { searchDates } from './dates/search-dates.js';
import { searchCellRules } from './engines/cell-rules.js';
import { searchChains } from './engines/chains.js';
import { searchGaps } from './engines/gaps.js';
import { LevelSearch, MOST_EXTRA_INPUTS } from './engines/level-search.js';
import { searchLookups } from './engines/lookups.js';
import { searchLoops } from './engines/loops.js';
import { searchNumbersInText } from './engines/numbers-in-text.js';
import { searchStacks } from './engines/stack-grids.js';
import { searchTrees } from './engines/trees.js';
import { searchWeightedSums } from './engines/weighted-sums.js';
import { Enumerator } from './enumeration/enumerator.js';
import type { LibraryEntry } from './language/library-entry.js';
import type { Operator } from './language/operator.js';
import { commonType, type ValueType } from './language/value-type.js';
import type { SearchProblem, Vocabulary } from './problem.js';
import { MOST_WORKING_EXAMPLES } from './programs/working-examples.js';
import { searchRoundings } from './rounding/search-roundings.js';
import type { Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';
import { columnOperators } from './vocabulary/column-operators.js';
import { countedThings } from './vocabulary/counted-things.js';
import { filledTexts } from './vocabulary/filled-texts.js';
import { hiddenCharacters } from './vocabulary/hidden-characters.js';
import { inputLeaves } from './vocabulary/leaves.js';
import { mineConstants, textsIn } from './vocabulary/mine-constants.js';
import { numberLeaves } from './vocabulary/mine-numbers.js';
import { namedValues } from './vocabulary/named-values.js';
import { numberRows } from './vocabulary/number-rows.js';
import { buildOperators } from './vocabulary/operators.js';
import { paddedParts } from './vocabulary/padded-parts.js';
import { percentages } from './vocabulary/percentages.js';
import { quantityLeaves } from './vocabulary/quantities.js';
import { shapedParts } from './vocabulary/shaped-parts.js';
import { shortenedTexts } from './vocabulary/shortened-texts.js';
import { temperatureLeaves } from './vocabulary/temperatures.js';

/** Evaluations that other fits are looked for in when there is one: as many as it took, within these bounds. */
const EVALUATIONS_FOR_RIVALS = { fewest: 5000, most: 20_000 } as const;
/** Longest text that gates of the library look at. */
const LONGEST_GATED = 2000;

/** What chains of steps on lists may take before all else, as a share of the evaluations and at most. */
const FOR_CHAINS = { share: 0.5, atMost: 150_000 } as const;

/** Evaluations after which numbers that a text holds are weighed, before they are taken for a list. */
const BEFORE_SUMS = 2000;

type Engine = (
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
) => Search<Solution | null>;

/**
 * Who searches when: up to a share of the evaluations, and no later than a number of them. Null stands for expressions
 * and assemblies of them. What is cheap comes early whatever the budget; conditionals, which fit too easily, come late.
 */
const SLICES: readonly { readonly engine: Engine | null; readonly until: number; readonly atMost: number }[] =
  [
    { engine: searchDates, until: 0.01, atMost: 1000 },
    { engine: searchRoundings, until: 0.01, atMost: 1000 },
    { engine: null, until: 0.2, atMost: 30_000 },
    { engine: searchGaps, until: 0.25, atMost: 40_000 },
    { engine: searchWeightedSums, until: 0.25, atMost: 40_000 },
    { engine: searchStacks, until: 0.25, atMost: 40_000 },
    { engine: searchLookups, until: 0.25, atMost: 40_000 },
    { engine: searchCellRules, until: 0.3, atMost: 200_000 },
    { engine: searchLoops, until: 0.4, atMost: 150_000 },
    { engine: null, until: 0.6, atMost: 300_000 },
    { engine: searchNumbersInText, until: 0.7, atMost: 400_000 },
    { engine: null, until: 0.75, atMost: Number.POSITIVE_INFINITY },
    { engine: searchTrees, until: 0.9, atMost: Number.POSITIVE_INFINITY },
  ];

/**
 * All engines on one output that is no record, in slices of the evaluations. It stops at the first fit that
 * can be trusted; one that can't is kept while the others get their turn.
 */
export function* searchLevels(
  whole: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution | null> {
  const type = commonType(whole.train.map(({ output }) => output));
  const vocabulary = whole.vocabulary ?? makeVocabulary(whole, context);
  const problem = { ...whole, vocabulary };
  const enumerator = makeEnumerator(problem, context, vocabulary);
  const search = new LevelSearch(problem, context, enumerator, type);
  const start = context.meter.evaluations;
  const budget = Number.isFinite(limit) ? limit - start : 1_000_000;
  const forChains = Math.min(FOR_CHAINS.atMost, Math.floor(budget * FOR_CHAINS.share));
  const isOfText = type === 'integer' && !whole.train.some(({ input }) => holdsList(input));
  // On large inputs no chains are tried.
  if (!search.isSettled && isOfText && !enumerator.isSlow) {
    // Numbers in a text are seldom a list: minutes and seconds are weighed.
    yield* search.levels(Math.min(limit, start + BEFORE_SUMS));
    if (!search.isSettled) search.consider(yield* searchWeightedSums(problem, context, enumerator));
  }
  if (!search.isSettled) {
    search.consider(yield* searchChains(problem, context, enumerator, start + forChains));
  }
  const from = context.meter.evaluations;
  const left = budget - (from - start);
  for (const { engine, until, atMost } of SLICES) {
    if (engine === searchTrees && search.isAboveTrees) return search.best;
    const end = from + Math.min(atMost, Math.floor(left * until));
    if (engine === null) yield* search.levels(end);
    else if (!search.isSettled) search.consider(yield* engine(problem, context, enumerator, end));
    if (search.isSettled) {
      const now = context.meter.evaluations;
      const more = Math.min(
        Math.max(now - start, EVALUATIONS_FOR_RIVALS.fewest),
        EVALUATIONS_FOR_RIVALS.most,
      );
      if (problem.depth === 0 && !enumerator.isSlow) yield* search.otherFits(Math.min(limit, now + more));
      return search.best;
    }
  }
  yield* search.levels(limit);
  return search.best;
}

function makeEnumerator(problem: SearchProblem, context: SolveContext, vocabulary: Vocabulary): Enumerator {
  const working = problem.train.slice(0, MOST_WORKING_EXAMPLES).map(({ input }) => input);
  const extra = [...problem.holdout.map(({ input }) => input), ...problem.unlabelled];
  return new Enumerator({
    ...vocabulary,
    inputs: [...working, ...extra.slice(0, MOST_EXTRA_INPUTS)],
    required: working.length,
    meter: context.meter,
    target: commonType(problem.train.map(({ output }) => output)),
    equivalence: context.equivalence,
  });
}

function makeVocabulary(problem: SearchProblem, context: SolveContext): Vocabulary {
  const leaves = inputLeaves(
    problem.variable,
    problem.train.map(({ input }) => input),
  );
  const isGrid = leaves.some(({ result }) => result === 'grid');
  const isDrawing = isGrid && commonType(problem.train.map(({ output }) => output)) === 'grid';
  const numbers = isDrawing ? [] : numberLeaves(problem, leaves);
  const entries = isDrawing
    ? context.gridLibrary
    : isGrid
      ? [...context.gridLibrary, ...context.library]
      : context.library;
  const unlikely = unlikelyTypes(problem, leaves);
  const open = offered(entries, problem);
  const pool = mineConstants(problem);
  const operators = buildOperators(open, pool, numbers, unlikely);
  const byColumns = unlikely.has('text') ? [] : columnOperators(open, pool, leaves);
  return {
    leaves: [...leaves, ...numbers, ...(isDrawing ? [] : columnLeaves(problem, leaves))],
    operators: [...operators, ...byColumns].sort((left, right) => left.cost - right.cost),
  };
}

/** What columns are read as, where the outputs are of it. */
function columnLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const offers = [
    temperatureLeaves,
    percentages,
    dateLeaves,
    quantityLeaves,
    numberRows,
    countedThings,
    filledTexts,
    shortenedTexts,
    namedValues,
    paddedParts,
    shapedParts,
    hiddenCharacters,
  ];
  return offers.flatMap((offer) => offer(problem, leaves));
}

/** The entries whose gate is open. */
function offered(entries: readonly LibraryEntry[], problem: SearchProblem): readonly LibraryEntry[] {
  const inputs = problem.train.flatMap(({ input }) => textsIn(input));
  const outputs = problem.train.flatMap(({ output }) => textsIn(output));
  const isOpen = (pattern: RegExp | undefined, texts: readonly string[]): boolean =>
    pattern === undefined || texts.some((text) => text.length <= LONGEST_GATED && pattern.test(text));
  return entries.filter(({ gate }) => isOpen(gate?.inputs, inputs) && isOpen(gate?.outputs, outputs));
}

function holdsList(input: Json): boolean {
  return Array.isArray(input) || (isJsonObject(input) && Object.values(input).some(Array.isArray));
}

/** Truth values where none is wanted; fractions where all numbers are whole; texts where there are only numbers. */
function unlikelyTypes(problem: SearchProblem, leaves: readonly Operator[]): ReadonlySet<ValueType> {
  const target = commonType(problem.train.map(({ output }) => output));
  const types = new Set([target, ...leaves.map(({ result }) => result)]);
  const unlikely = new Set<ValueType>();
  if (target !== 'boolean') unlikely.add('boolean');
  if (!types.has('number') && !types.has('numbers')) unlikely.add('number');
  if (!types.has('text') && !types.has('texts')) unlikely.add('text');
  return unlikely;
}
