import { assemble } from './assemble.js';
import type { Enumerator } from './enumerator.js';
import { expectedLuckyFits } from './evidence.js';
import type { Expression } from './expression.js';
import type { SearchProblem } from './problem.js';
import { fits, type Program } from './program.js';
import { holdsOut, MOST_LUCK, mostCredible, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';
import { tokenPieces } from './token-pieces.js';
import { type UndoneRows, undoSteps } from './undo-steps.js';
import { hashValues } from './value-hash.js';
import { ACCEPTED, type Value, type ValueType } from './value-type.js';

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
  #redone: Expression[] = [];
  /** Candidates of the output's type so far, and how many are right on each example. */
  #candidates = 0;
  readonly #targets: readonly Value[];
  readonly #right: number[];
  readonly #missesOnly: number[];
  /** By example, the cost of the cheapest candidate that is right on all the others and wrong on it. */
  readonly #cheapestMiss = new Map<number, number>();

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
    this.#right = examples.map(() => 0);
    this.#missesOnly = examples.map(() => 0);
  }

  get best(): Solution | null {
    return this.#best;
  }

  /** Whether a program was found that nothing contradicts and that is no mere division of the examples. */
  get isSettled(): boolean {
    return this.#best !== null && isCredible(this.#best);
  }

  /** Takes a solution if there is none yet, or if only this one holds. */
  consider(solution: Solution | null): void {
    if (solution === null) return;
    const counted = { ...solution, contradicted: solution.contradicted + this.#contradicted };
    if (!solution.holds) this.#contradicted++;
    if (this.#best !== null && rank(this.#best) >= rank(solution)) return;
    this.#best = counted;
    this.#context.onFit(counted);
  }

  /** Enumerates level by level until a program holds, the candidates are exhausted or the limit is reached. */
  *levels(limit: number): Search<void> {
    const working = Math.min(this.#problem.train.length, MOST_WORKING_EXAMPLES);
    while (!this.isSettled && !this.#enumerator.isExhausted && this.#context.meter.evaluations < limit) {
      const fitting: Expression[] = [];
      const onNew = (expression: Expression): void => {
        if (!this.#isTarget(expression.type)) return;
        const matches = this.#count(expression, working);
        this.#redo(expression, working);
        if (matches === working) {
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
      if (this.#type === 'text' && this.#enumerator.cost >= FIRST_ASSEMBLY_LEVEL) this.#considerAssembly();
      if (!isWhole) break;
    }
    if (!this.isSettled) this.#considerRedone(Number.POSITIVE_INFINITY);
  }

  /** Keeps the whole of an expression that is the outputs but for some last steps. */
  #redo(expression: Expression, working: number): void {
    if (this.#problem.depth > 0 || this.#enumerator.isSlow) return;
    if (this.#type !== 'integers' || expression.type !== 'integers') return;
    this.#undone ??= undoSteps(this.#targets.slice(0, working), this.#problem.vocabulary?.operators ?? []);
    const { found, firstRows } = this.#undone;
    if (!firstRows.has(hashValues(expression.values.slice(0, 1)))) return;
    const steps = found.get(hashValues(expression.values.slice(0, working)));
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

  /** Goes on for a while after a fit was found, and tells of what else fits: where they disagree is worth a question. */
  *otherFits(limit: number): Search<void> {
    const working = Math.min(this.#problem.train.length, MOST_WORKING_EXAMPLES);
    while (!this.#enumerator.isExhausted && this.#context.meter.evaluations < limit) {
      const fitting: Expression[] = [];
      const onNew = (expression: Expression): void => {
        if (!this.#isTarget(expression.type)) return;
        if (this.#count(expression, working) === working) fitting.push(expression);
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

  /** On how many working examples a candidate is right. */
  #count(expression: Expression, working: number): number {
    const targets = this.#targets;
    let matches = 0;
    let all = 0;
    let wrong = -1;
    for (let index = 0; index < targets.length; index++) {
      if (sameValue(expression.values[index], targets[index])) {
        this.#right[index] = (this.#right[index] ?? 0) + 1;
        all++;
        if (index < working) matches++;
      } else wrong = index;
    }
    this.#candidates++;
    if (all === targets.length - 1) {
      this.#missesOnly[wrong] = (this.#missesOnly[wrong] ?? 0) + 1;
      if (!this.#cheapestMiss.has(wrong)) this.#cheapestMiss.set(wrong, expression.cost);
    }
    return matches;
  }

  #isTarget(type: ValueType): boolean {
    if (this.#type === null) return false;
    if (type === this.#type || ACCEPTED[this.#type].includes(type)) return true;
    return type === WIDER[this.#type];
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
      luck: this.#luck(),
      missed: [...this.#cheapestMiss.values()].filter((cost) => cost < chosen.cost).length,
    });
  }

  /** The fit itself is no luck, which shows among a few candidates; with one bit for an output it may well be. */
  #luck(): number {
    const own = this.#type === 'boolean' ? 0 : 1;
    return expectedLuckyFits({
      candidates: this.#candidates - own,
      right: this.#right.map((count) => Math.max(0, count - own)),
      missesOnly: this.#missesOnly,
    });
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

function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  if (left.length !== right.length) return false;
  return left.every((item: Value, index: number) => sameValue(item, right[index] as Value));
}
