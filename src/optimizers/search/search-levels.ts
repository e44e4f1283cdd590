import { assemble } from './assemble.js';
import { searchCellTables } from './cell-tables.js';
import { Enumerator } from './enumerator.js';
import type { Expression } from './expression.js';
import { inputLeaves } from './leaves.js';
import { searchLookups } from './lookups.js';
import { searchLoops } from './loops.js';
import { mineConstants } from './mine-constants.js';
import { numberLeaves } from './mine-numbers.js';
import { searchNumbersInText } from './numbers-in-text.js';
import type { Operator } from './operator.js';
import { buildOperators } from './operators.js';
import type { SearchProblem, Vocabulary } from './problem.js';
import { fits, type Program } from './program.js';
import { holdsOut, mostCredible, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';
import { searchTrees } from './trees.js';
import { ACCEPTED, commonType, type Value, type ValueType } from './value-type.js';
import { searchWeightedSums } from './weighted-sums.js';

/** Unlabelled and held-out inputs that tell candidates apart, at most. */
const MOST_EXTRA_INPUTS = 8;
/** Training examples that candidates are computed on; the others are checked when a candidate fits these. */
const MOST_WORKING_EXAMPLES = 24;
/** Cost level from which pieces are assembled. */
const FIRST_ASSEMBLY_LEVEL = 3;

/**
 * All engines on one output that is no record, in slices of the evaluations: cheap expressions and assemblies of
 * them, loops, lookups, conditionals, then dearer expressions until the evaluations are spent.
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
  yield* search.levels(start + Math.floor(budget * 0.25));
  if (search.isSettled) return search.best;
  const engines = [
    searchWeightedSums,
    searchLookups,
    searchCellTables,
    searchNumbersInText,
    searchLoops,
    searchTrees,
  ];
  const shares = [0.3, 0.3, 0.3, 0.4, 0.55, 0.8];
  for (const [index, engine] of engines.entries()) {
    const until = start + Math.floor(budget * (shares[index] ?? 1));
    search.consider(yield* engine(problem, context, enumerator, until));
    if (search.isSettled) return search.best;
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
  return {
    leaves: [...leaves, ...numbers],
    operators: buildOperators(entries, mineConstants(problem), numbers, unlikelyTypes(problem, leaves)),
  };
}

/** Truth values where none is wanted; fractions where all numbers are whole. */
function unlikelyTypes(problem: SearchProblem, leaves: readonly Operator[]): ReadonlySet<ValueType> {
  const target = commonType(problem.train.map(({ output }) => output));
  const types = new Set([target, ...leaves.map(({ result }) => result)]);
  const unlikely = new Set<ValueType>();
  if (target !== 'boolean') unlikely.add('boolean');
  if (!types.has('number') && !types.has('numbers')) unlikely.add('number');
  return unlikely;
}

class LevelSearch {
  readonly #problem: SearchProblem;
  readonly #context: SolveContext;
  readonly #enumerator: Enumerator;
  readonly #type: ValueType | null;
  #best: Solution | null = null;
  #contradicted = 0;
  #mostMatches = 0;

  constructor(problem: SearchProblem, context: SolveContext, enumerator: Enumerator, type: ValueType | null) {
    this.#problem = problem;
    this.#context = context;
    this.#enumerator = enumerator;
    this.#type = type;
  }

  get best(): Solution | null {
    return this.#best;
  }

  /** Whether a program was found that nothing contradicts. */
  get isSettled(): boolean {
    return this.#best?.holds === true;
  }

  /** Takes a solution if there is none yet, or if only this one holds. */
  consider(solution: Solution | null): void {
    if (solution === null) return;
    const counted = { ...solution, contradicted: solution.contradicted + this.#contradicted };
    if (!solution.holds) this.#contradicted++;
    if (this.#best !== null && (this.#best.holds || !solution.holds)) return;
    this.#best = counted;
    this.#context.onFit(counted);
  }

  /** Enumerates level by level until a program holds, the candidates are exhausted or the limit is reached. */
  *levels(limit: number): Search<void> {
    const { train } = this.#problem;
    const outputs = train.slice(0, MOST_WORKING_EXAMPLES).map(({ output }) => output as Value);
    while (!this.isSettled && !this.#enumerator.isExhausted && this.#context.meter.evaluations < limit) {
      const fitting: Expression[] = [];
      const isWhole = yield* this.#enumerator.nextLevel(limit, (expression) => {
        if (!this.#isTarget(expression.type)) return;
        const matches = matchingValues(expression.values, outputs);
        if (matches === outputs.length) fitting.push(expression);
        else if (matches > this.#mostMatches) {
          this.#mostMatches = matches;
          this.#context.onPartial(programOf(expression));
        }
      });
      this.#considerExpressions(fitting);
      if (this.isSettled) return;
      if (this.#type === 'text' && this.#enumerator.cost >= FIRST_ASSEMBLY_LEVEL) this.#considerAssembly();
      if (!isWhole) return;
    }
  }

  #isTarget(type: ValueType): boolean {
    if (this.#type === null) return false;
    if (type === this.#type || ACCEPTED[this.#type].includes(type)) return true;
    return (
      (this.#type === 'integer' && type === 'number') || (this.#type === 'integers' && type === 'numbers')
    );
  }

  #considerExpressions(fitting: readonly Expression[]): void {
    const { train, unlabelled } = this.#problem;
    const wholly = fitting.filter((expression) => fitsAll(programOf(expression), train));
    this.#context.onRivals(wholly.map(programOf));
    const holding = wholly.filter((expression) => holdsOut(programOf(expression), this.#problem));
    const chosen = mostCredible(holding.length > 0 ? holding : wholly, unlabelled);
    if (chosen === undefined) return;
    this.#contradicted += wholly.length - holding.length;
    this.consider({
      program: programOf(chosen),
      engine: 'enumeration',
      literalCharacters: 0,
      support: train.length,
      contradicted: 0,
      holds: holding.length > 0,
    });
  }

  #considerAssembly(): void {
    const outputs = this.#problem.train.slice(0, MOST_WORKING_EXAMPLES).map(({ output }) => String(output));
    const assembly = assemble(outputs, this.#enumerator.bank('text'));
    if (assembly === null) return;
    const program = programOf(assembly.expression);
    if (!fitsAll(program, this.#problem.train)) return;
    this.consider({
      program,
      engine: 'assembly',
      literalCharacters: assembly.literalCharacters,
      support: this.#problem.train.length,
      contradicted: 0,
      holds: holdsOut(program, this.#problem),
    });
  }
}

function programOf(expression: Expression): Program {
  return { kind: 'expression', expression };
}

function fitsAll(program: Program, examples: SearchProblem['train']): boolean {
  return fits(program, examples.slice(MOST_WORKING_EXAMPLES));
}

/** On how many working examples a candidate's value is the output. */
function matchingValues(values: readonly Value[], outputs: readonly Value[]): number {
  let matches = 0;
  for (let index = 0; index < outputs.length; index++) {
    if (sameValue(values[index], outputs[index])) matches++;
  }
  return matches;
}

function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  if (left.length !== right.length) return false;
  return left.every((item: Value, index: number) => sameValue(item, right[index] as Value));
}
