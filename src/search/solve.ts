import type { Json } from '../core/index.js';
import { canonicalJson, isJsonObject, RandomStream } from '../core/index.js';
import type { InputOutput } from '../training/index.js';
import type { BudgetMeter } from '../training/internal.js';
import { wholeProduct } from './engines/whole-products.js';
import { inputsAlike } from './evidence/inputs-alike.js';
import type { LibraryEntry } from './language/library-entry.js';
import { areRecords, commonType } from './language/value-type.js';
import { projectOutputs, type SearchProblem } from './problem.js';
import { evaluateProgram, type Program } from './programs/program.js';
import { searchLevels } from './search-levels.js';
import { combineSolutions, holdsOut, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';

/** Longest list output whose positions are solved one by one. */
const MOST_POSITIONS = 6;
/** Longest list whose items are tried one by one although an expression was found, and the cost from which on it is. */
const LONGEST_PLAIN_ROW = 3;
const LONG_FOR_A_ROW = 8;
/** Evaluations for all items of such a list: each has to be plain. */
const EVALUATIONS_OF_A_ROW = 20_000;
/** Inputs on which a row is compared with a list. */
const INPUTS_FOR_ROWS = 40;

/**
 * Looks for a program that does what the training examples say, preferring one that the held-out examples agree
 * with. A constant first, then records field by field, single values by all engines, short rows by position.
 * Returns a program that the held-out examples contradict only when the evaluations are spent.
 */
export function* solve(
  problem: SearchProblem,
  options: {
    readonly library: readonly LibraryEntry[];
    readonly gridLibrary: readonly LibraryEntry[];
    readonly meter: BudgetMeter;
    readonly evaluations: number;
    /** Default true. */
    readonly equivalence?: boolean;
    /** Examples that a program may get wrong and still be told of as one that nearly fits. Default 0. */
    readonly tolerance?: number;
    /** Called with each program that fits the whole task's training examples, as long as it is the best. */
    readonly onFit?: (solution: Solution) => void;
    /** Called with the expression that fits most training examples so far, when none fits all. */
    readonly onPartial?: (program: Program) => void;
    /** Called with expressions that all fit the whole task's training examples. */
    readonly onRivals?: (programs: readonly Program[]) => void;
  },
): Search<Solution | null> {
  const context: SolveContext = {
    library: options.library,
    gridLibrary: options.gridLibrary,
    meter: options.meter,
    solvePart: (part, evaluations) =>
      solve(part, {
        ...options,
        evaluations,
        tolerance: 0,
        onFit: ignore,
        onPartial: ignore,
        onRivals: ignore,
      }),
    equivalence: options.equivalence ?? true,
    tolerance: options.tolerance ?? 0,
    onFit: options.onFit ?? ignore,
    onPartial: options.onPartial ?? ignore,
    onRivals: options.onRivals ?? ignore,
  };
  const limit = options.meter.evaluations + options.evaluations;
  const constant = constantSolution(problem);
  if (constant?.holds === true) return constant;
  const outputs = problem.train.map(({ output }) => output);
  if (areRecords(outputs)) return yield* solveFields(problem, context, limit);
  const found = yield* searchLevels(problem, context, limit);
  if (found?.holds === true) {
    return yield* plainest(wholeProduct(found, problem, context.library), problem, context, limit);
  }
  const rows = yield* solvePositions(problem, context, limit);
  if (rows !== null && (found === null || rows.holds)) return rows;
  return found ?? constant;
}

function ignore(): void {}

function constantSolution(problem: SearchProblem): Solution | null {
  const [first] = problem.train;
  if (first === undefined) return null;
  const text = canonicalJson(first.output);
  if (problem.train.some(({ output }) => canonicalJson(output) !== text)) return null;
  const program = { kind: 'constant', value: first.output } as const;
  return {
    program,
    engine: 'constant',
    literalCharacters: problem.depth === 0 ? text.length : 0,
    support: problem.train.length,
    contradicted: 0,
    holds: holdsOut(program, problem),
    luck: 0,
    missed: 0,
  };
}

function* solveFields(problem: SearchProblem, context: SolveContext, limit: number): Search<Solution | null> {
  const records = problem.train.map(({ output }) => output).filter(isJsonObject);
  const keys = Object.keys(records[0] ?? {});
  const hasAll = (record: Json): boolean =>
    isJsonObject(record) &&
    Object.keys(record).length === keys.length &&
    keys.every((key) => Object.hasOwn(record, key));
  if (!records.every(hasAll)) return null;
  const holdout = problem.holdout.filter(({ output }) => hasAll(output));
  const parts: (readonly [string, Solution])[] = [];
  for (const [index, key] of keys.entries()) {
    const part = projectOutputs({ ...problem, holdout }, (output) =>
      isJsonObject(output) ? (output[key] ?? null) : null,
    );
    const share = Math.floor((limit - context.meter.evaluations) / (keys.length - index));
    const solution = yield* context.solvePart({ ...part, depth: problem.depth + 1 }, share);
    if (solution === null) return null;
    parts.push([key, solution]);
  }
  return combined(
    combineSolutions(
      { kind: 'record', fields: parts.map(([key, { program }]) => [key, program] as const) },
      parts.map(([, solution]) => solution),
    ),
    problem,
  );
}

/**
 * The fit, or the row that is plainer: one that says the same on inputs like those given, so that what speaks for the fit
 * speaks for it, too, or one that more speaks for.
 */
function* plainest(
  found: Solution,
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution> {
  const row = yield* plainerRow(found, problem, context, limit);
  if (row === null) return found;
  const given = [...problem.train, ...problem.holdout].map(({ input }) => input);
  const inputs = inputsAlike(given, INPUTS_FOR_ROWS, new RandomStream(0, 'search/rows'));
  const answers = ({ program }: Solution): string =>
    canonicalJson(inputs.map((input) => evaluateProgram(program, input) ?? null));
  if (answers(row) === answers(found)) return { ...found, program: row.program };
  return row.luck <= found.luck && row.missed <= found.missed ? row : found;
}

/**
 * For a long expression whose lists are all of one short length although the inputs are not: items found one by one, when
 * they are cheaper together. The largest and smallest of one number are two items, not what is cut from sorted ones.
 */
function* plainerRow(
  { program }: Solution,
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution | null> {
  if (program.kind !== 'expression' || program.expression.cost < LONG_FOR_A_ROW) return null;
  const lengths = (of: (example: InputOutput) => Json): readonly number[] => [
    ...new Set(problem.train.map(of).map((list) => (Array.isArray(list) ? list.length : -1))),
  ];
  const [length = 0, ...others] = lengths(({ output }) => output);
  if (length < 2 || length > LONGEST_PLAIN_ROW || others.length > 0) return null;
  if (lengths(({ input }) => input).length < 2) return null;
  const end = Math.min(limit, context.meter.evaluations + EVALUATIONS_OF_A_ROW);
  const row = yield* solvePositions(problem, context, end);
  if (row?.program.kind !== 'list' || !row.holds) return null;
  const costs = row.program.items.map((item) =>
    item.kind === 'expression' ? item.expression.cost : Number.POSITIVE_INFINITY,
  );
  return costs.reduce((sum, cost) => sum + cost, 0) < program.expression.cost ? row : null;
}

function* solvePositions(
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution | null> {
  const outputs = problem.train.map(({ output }) => output);
  const length = Array.isArray(outputs[0]) ? outputs[0].length : 0;
  const isRow = (output: Json): output is readonly Json[] =>
    Array.isArray(output) && output.length === length;
  if (length === 0 || length > MOST_POSITIONS || !outputs.every(isRow)) return null;
  if (commonType(outputs) === 'grid') return null;
  const holdout = problem.holdout.filter(({ output }) => isRow(output));
  const parts: Solution[] = [];
  for (let index = 0; index < length; index++) {
    const part = projectOutputs({ ...problem, holdout }, (output) =>
      isRow(output) ? (output[index] ?? null) : null,
    );
    const share = Math.floor((limit - context.meter.evaluations) / (length - index));
    const solution = yield* context.solvePart({ ...part, depth: problem.depth + 1 }, share);
    if (solution === null) return null;
    parts.push(solution);
  }
  const program = { kind: 'list', items: parts.map((part) => part.program) } as const;
  return combined(combineSolutions(program, parts), problem);
}

/** A combination is judged on the whole held-out outputs, those of another shape included. */
function combined(solution: Solution, problem: SearchProblem): Solution {
  return { ...solution, holds: solution.holds && holdsOut(solution.program, problem) };
}
