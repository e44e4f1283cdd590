import { assemble } from './assemble.js';
import type { Enumerator } from './enumerator.js';
import { EvidenceTally } from './evidence-tally.js';
import type { Expression } from './expression.js';
import { type PairSum, PairSums } from './pair-sums.js';
import { PinnedFilters } from './pinned-filters.js';
import type { SearchProblem } from './problem.js';
import { fits, type Program } from './program.js';
import { holdsOut, MOST_LUCK, mostCredible, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';
import { tokenPieces } from './token-pieces.js';
import { type UndoneRows, undoSteps } from './undo-steps.js';
import { hashValues } from './value-hash.js';
import { ACCEPTED, type Value, type ValueType } from './value-type.js';
import { withoutNoise } from './without-noise.js';

/** Training examples that candidates are computed on; the others are checked when a candidate fits these. */
export const MOST_WORKING_EXAMPLES = 24;
/** Held-out and unlabelled inputs that tell candidates apart, at most. */
export const MOST_EXTRA_INPUTS = 8;
/** Cost level from which pieces are assembled. */
const FIRST_ASSEMBLY_LEVEL = 3;
/** Fewest examples of which one may be taken to be wrong. */
const FEWEST_TO_DOUBT = 5;
/** Most examples that are left out one by one, to see whether the others tell them. */
const MOST_LEFT_OUT = 10;
/** Fewest training examples of a branch on which a conditional ends the search. */
const ENOUGH_SUPPORT = 3;

/** Above this {@link PairSums.luck}, a sum found from both sides isn't taken. */
const MOST_LUCK_OF_SUMS = 0.002;
/** How many levels early one is: enumeration finds what it can until then, which may be plainer. */
const LEAD_OF_SUMS = 4;

/** Types whose values may be the output all the same. */
const WIDER: { readonly [type in ValueType]?: ValueType } = {
  integer: 'number',
  integers: 'numbers',
  grid: 'rows',
};

/** Enumeration level by level, with assembly, and the best fit of all engines so far. */
export class LevelSearch {
  readonly #problem: SearchProblem;
  readonly #context: SolveContext;
  readonly #enumerator: Enumerator;
  readonly #type: ValueType | null;
  #best: Solution | null = null;
  #contradicted = 0;
  #mostMatches = 0;
  #pieces: readonly Expression[] | undefined;
  /** Where the outputs are lists: what gives them with a few more steps, and what was found to. */
  #undone: UndoneRows | undefined;
  #filters: PinnedFilters | undefined;
  #redone: Expression[] = [];
  /** Where the outputs are whole numbers: what is found from both sides, and what was found to. */
  readonly #pairs: PairSums | null;
  #sums: PairSum[] = [];
  readonly #targets: readonly Value[];
  readonly #working: number;
  readonly #evidence: EvidenceTally;

  constructor(problem: SearchProblem, context: SolveContext, enumerator: Enumerator, type: ValueType | null) {
    this.#problem = problem;
    this.#context = context;
    this.#enumerator = enumerator;
    this.#type = type;
    const examples = [
      ...problem.train.slice(0, MOST_WORKING_EXAMPLES),
      ...problem.holdout.slice(0, MOST_EXTRA_INPUTS),
    ];
    this.#targets = examples.map(({ output }) => output as Value);
    this.#working = Math.min(problem.train.length, MOST_WORKING_EXAMPLES);
    this.#evidence = new EvidenceTally(this.#targets, this.#working);
    const outputs = this.#targets.slice(0, this.#working);
    this.#pairs =
      type === 'integer' && problem.depth === 0
        ? new PairSums(
            outputs as readonly number[],
            this.#targets.length,
            problem.vocabulary?.operators ?? [],
          )
        : null;
  }

  get best(): Solution | null {
    return this.#best;
  }

  /** Whether a program was found that nothing contradicts and that is no mere division of the examples. */
  get isSettled(): boolean {
    return this.#best !== null && isCredible(this.#best);
  }

  /** Takes a solution if there is none yet, or if only this one holds. */
  consider(found: Solution | null): void {
    if (found === null) return;
    const solution = withoutNoise(found, this.#problem);
    const counted = { ...solution, contradicted: solution.contradicted + this.#contradicted };
    if (!solution.holds) this.#contradicted++;
    if (this.#best !== null && rank(this.#best) >= rank(solution)) return;
    this.#best = counted;
    this.#context.onFit(counted);
  }

  /** Enumerates level by level until a program holds, the candidates are exhausted or the limit is reached. */
  *levels(limit: number): Search<void> {
    while (!this.isSettled && !this.#enumerator.isExhausted && this.#context.meter.evaluations < limit) {
      const fitting: Expression[] = [];
      const onNew = (expression: Expression): void => {
        if (!this.#isTarget(expression.type)) return;
        if (expression.type === 'integer') this.#sums.push(...(this.#pairs?.add(expression) ?? []));
        const matches = this.#evidence.add(expression);
        this.#redo(expression);
        if (matches === this.#working) {
          fitting.push(expression);
          this.#enumerator.watch(expression);
        } else if (matches > this.#mostMatches) {
          this.#mostMatches = matches;
          this.#context.onPartial(programOf(expression));
        }
      };
      const isWhole = yield* this.#enumerator.nextLevel(limit, onNew, this.#onAgain);
      this.#considerExpressions(fitting);
      if (this.isSettled) return;
      this.#considerRedone(this.#enumerator.cost + 1);
      if (this.isSettled) return;
      this.#considerSums(this.#enumerator.cost + LEAD_OF_SUMS);
      if (this.isSettled) return;
      if (this.#type === 'text' && this.#enumerator.cost >= FIRST_ASSEMBLY_LEVEL) this.#considerAssembly();
      if (!isWhole) break;
    }
    if (!this.isSettled) this.#considerRedone(Number.POSITIVE_INFINITY);
    if (!this.isSettled) this.#considerSums(Number.POSITIVE_INFINITY);
  }

  /** Keeps the whole of an expression that is the outputs but for some last steps. */
  #redo(expression: Expression): void {
    if (this.#problem.depth > 0 || this.#enumerator.isSlow) return;
    if (this.#type !== 'integers' || expression.type !== 'integers') return;
    const outputs = this.#targets.slice(0, this.#working) as readonly (readonly number[])[];
    const operators = this.#problem.vocabulary?.operators ?? [];
    this.#filters ??= new PinnedFilters(outputs, this.#context.library, operators);
    const filtered = this.#filters.of(expression);
    if (filtered !== null) this.#redone.push(filtered);
    this.#undone ??= undoSteps(outputs, operators);
    const { found, firstRows } = this.#undone;
    if (!firstRows.has(hashValues(expression.values.slice(0, 1)))) return;
    const steps = found.get(hashValues(expression.values.slice(0, this.#working)));
    if (steps !== undefined) this.#redone.push(steps.redo(expression));
  }

  /** Takes the cheapest of what was found backwards, if nothing as cheap can be found forwards any more. */
  #considerRedone(mostCost: number): void {
    const due = this.#redone
      .filter(({ cost }) => cost <= mostCost)
      .sort((left, right) => left.cost - right.cost);
    this.#redone = this.#redone.filter(({ cost }) => cost > mostCost);
    for (const expression of due) {
      if (this.isSettled) return;
      this.#considerExpressions([expression]);
    }
  }

  /** Takes the cheapest sum of two that held-out examples agree with and that is no luck, as {@link PairSums.luck} says. */
  #considerSums(mostCost: number): void {
    const due = this.#sums
      .filter(({ expression }) => expression.cost <= mostCost)
      .sort((left, right) => left.expression.cost - right.expression.cost);
    this.#sums = this.#sums.filter(({ expression }) => expression.cost > mostCost);
    for (const sum of due) {
      if (this.isSettled) return;
      const luck = this.#pairs?.luck(sum) ?? 1;
      if (luck > MOST_LUCK_OF_SUMS || !holdsOut(programOf(sum.expression), this.#problem)) continue;
      this.#considerExpressions([sum.expression], luck);
    }
  }

  /** Goes on for a while after a fit was found, and tells of what else fits: where they disagree is worth a question. */
  *otherFits(limit: number): Search<void> {
    while (!this.#enumerator.isExhausted && this.#context.meter.evaluations < limit) {
      const fitting: Expression[] = [];
      const onNew = (expression: Expression): void => {
        if (!this.#isTarget(expression.type)) return;
        if (this.#evidence.add(expression) === this.#working) fitting.push(expression);
      };
      const isWhole = yield* this.#enumerator.nextLevel(limit, onNew, this.#onAgain);
      const programs = fitting.map(programOf).filter((program) => fitsAll(program, this.#problem.train));
      this.#context.onRivals(programs.filter((program) => holdsOut(program, this.#problem)));
      if (!isWhole) return;
    }
  }

  /** What does the same as a fit on all inputs seen may not do so on others. */
  readonly #onAgain = (expression: Expression): void => {
    if (this.#isTarget(expression.type)) this.#context.onRivals([programOf(expression)]);
  };

  #isTarget(type: ValueType): boolean {
    if (this.#type === null) return false;
    if (type === this.#type || ACCEPTED[this.#type].includes(type)) return true;
    return type === WIDER[this.#type];
  }

  #considerExpressions(fitting: readonly Expression[], leastLuck = 0): void {
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
      luck: Math.max(leastLuck, this.#luckOf(chosen)),
      missed: this.#evidence.missedBelow(chosen.cost),
    });
  }

  #luckOf({ args }: Expression): number {
    if (this.#type !== 'boolean') return this.#evidence.luck(false);
    return args.length === 0 ? this.#evidence.luckOfReading() : this.#evidence.luck(true);
  }

  /** Where one example may be wrong: an assembly of all the others. */
  #tellOfNearAssembly(outputs: readonly string[], bank: readonly Expression[]): void {
    if (this.#context.tolerance === 0 || outputs.length < FEWEST_TO_DOUBT) return;
    const places = outputs.map((_output, place) => place);
    for (const left of places) {
      const others = places.filter((place) => place !== left);
      const texts = others.map((place) => outputs[place] ?? '');
      const assembly = assemble(texts, bank, others);
      if (assembly === null) continue;
      this.#context.onPartial(programOf(assembly.expression));
      return;
    }
  }

  /** Examples that the assembly of all the others gets wrong. */
  #missedByAssembly(outputs: readonly string[], bank: readonly Expression[]): number {
    const places = outputs.map((_output, place) => place);
    if (places.length > MOST_LEFT_OUT) return 0;
    return places.filter((left) => {
      const others = places.filter((place) => place !== left);
      const assembly = assemble(
        others.map((place) => outputs[place] ?? ''),
        bank,
        others,
      );
      const example = this.#problem.train[left];
      return assembly === null || example === undefined || !fits(programOf(assembly.expression), [example]);
    }).length;
  }

  #tokenPieces(): readonly Expression[] {
    const { vocabulary } = this.#problem;
    // On large inputs each piece takes long, and nobody could end the work.
    if (vocabulary === undefined || this.#enumerator.isSlow) return [];
    return tokenPieces({ ...this.#enumerator.examples, vocabulary, meter: this.#context.meter });
  }

  #considerAssembly(): void {
    const outputs = this.#problem.train.slice(0, MOST_WORKING_EXAMPLES).map(({ output }) => String(output));
    this.#pieces ??= this.#tokenPieces();
    const bank = [...this.#enumerator.bank('text'), ...this.#pieces];
    const assembly = assemble(outputs, bank);
    if (assembly === null) {
      this.#tellOfNearAssembly(outputs, bank);
      return;
    }
    const program = programOf(assembly.expression);
    // A piece alone is for the enumeration to find, which weighs it against what else costs as much.
    if (assembly.pieces === 1 || !fitsAll(program, this.#problem.train)) return;
    this.consider({
      program,
      engine: 'assembly',
      literalCharacters: assembly.literalCharacters,
      support: this.#problem.train.length,
      contradicted: 0,
      holds: holdsOut(program, this.#problem),
      luck: 0,
      missed: this.#missedByAssembly(outputs, bank),
    });
  }
}

function programOf(expression: Expression): Program {
  return { kind: 'expression', expression };
}

function fitsAll(program: Program, examples: SearchProblem['train']): boolean {
  return fits(program, examples.slice(MOST_WORKING_EXAMPLES));
}

/** What is better: a fit that can be trusted, then one that holds, then any. */
function rank(solution: Solution): number {
  return isCredible(solution) ? 2 : solution.holds ? 1 : 0;
}

/** Whether to stop at this fit. More programs of its kind would only be luckier still, those of another kind may not. */
function isCredible({ holds, engine, support, luck, missed }: Solution): boolean {
  if (!holds) return false;
  if (engine === 'assembly') return missed === 0;
  return engine !== 'tree' || (support >= ENOUGH_SUPPORT && luck <= MOST_LUCK);
}
