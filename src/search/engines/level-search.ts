import type { Enumerator } from '../enumeration/enumerator.js';
import { EvidenceTally } from '../evidence/evidence-tally.js';
import { applied, type Expression } from '../language/expression.js';
import { hashValues } from '../language/value-hash.js';
import { ACCEPTED, type Value, type ValueType } from '../language/value-type.js';
import type { SearchProblem } from '../problem.js';
import { brittleness } from '../programs/brittleness.js';
import { programOf, programSize } from '../programs/program.js';
import { fitsAll, MOST_WORKING_EXAMPLES } from '../programs/working-examples.js';
import { holdsOut, MOST_LUCK, mostCredible, plainest, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { Assembler } from './assembler.js';
import { LastSteps } from './last-steps.js';
import { type PairSum, PairSums } from './pair-sums.js';
import { rearrangements } from './rearranged-lists.js';
import { type UndoneRows, undoSteps } from './undo-steps.js';
import { withoutNoise } from './without-noise.js';

/** Held-out and unlabelled inputs that tell candidates apart, at most. */
export const MOST_EXTRA_INPUTS = 8;
/** Cost level from which pieces are assembled. */
const FIRST_ASSEMBLY_LEVEL = 3;
/** How many levels a brittle fit waits for a better one. */
const PATIENCE = 2;
/** Fewest training examples of a branch on which a conditional ends the search. */
const ENOUGH_SUPPORT = 3;

/** Above this {@link PairSums.luck}, a sum found from both sides isn't taken. */
const MOST_LUCK_OF_SUMS = 0.002;
/** How many levels early one is: enumeration finds what it can until then, which may be plainer. */
const LEAD_OF_SUMS = 4;

/** Dearest list that a last step is looked for behind: what is put into a list may pin down any number. */
const MOST_LIST_COST = 6;

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
  readonly #assembler: Assembler;
  /** Brittle fits, what does the same, and the level at which they are taken if nothing better is found. */
  #waiting: {
    readonly fitting: readonly Expression[];
    readonly again: readonly Expression[];
    readonly until: number;
  } | null = null;
  /** Where the outputs are lists: what gives them with a few more steps, and what was found to. */
  #undone: UndoneRows | undefined;
  #lastSteps: LastSteps | undefined;
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
    this.#assembler = new Assembler(problem, context, enumerator);
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

  /** Whether no conditional would be taken instead of what was found. */
  get isAboveTrees(): boolean {
    return this.#best !== null && rank(this.#best) > RANK_OF_TREES;
  }

  /** Takes a solution if there is none yet, or if only this one holds. */
  consider(found: Solution | null): void {
    if (found === null) return;
    const solution = withoutNoise(found, this.#problem);
    const counted = { ...solution, contradicted: solution.contradicted + this.#contradicted };
    if (!solution.holds) this.#contradicted++;
    if (this.#best !== null && isPlainer(this.#best, solution)) {
      this.#best = { ...this.#best, missed: solution.missed };
      return;
    }
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
        if (expression.type === 'text') this.#assembler.add(expression);
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
      const again: Expression[] = [];
      const onAgain = (expression: Expression): void => {
        if (this.#isTarget(expression.type)) again.push(expression);
      };
      const isWhole = yield* this.#enumerator.nextLevel(limit, onNew, onAgain);
      this.#considerFits(fitting, again, !isWhole || this.#enumerator.isExhausted);
      if (this.isSettled) return;
      this.#considerRedone(this.#enumerator.cost + 1);
      if (this.isSettled) return;
      this.#considerSums(this.#enumerator.cost + LEAD_OF_SUMS);
      if (this.isSettled) return;
      const isTimeToAssemble = this.#enumerator.cost >= FIRST_ASSEMBLY_LEVEL && this.#waiting === null;
      if (this.#type === 'text' && isTimeToAssemble) this.consider(this.#assembler.next());
      if (!isWhole) break;
    }
    if (!this.isSettled) this.#considerRedone(Number.POSITIVE_INFINITY);
    if (!this.isSettled) this.#considerSums(Number.POSITIVE_INFINITY);
  }

  /** Takes the best of the fits, once one isn't brittle; waits a little for such a one where the outputs are texts. */
  #considerFits(fitting: readonly Expression[], again: readonly Expression[], isLast: boolean): void {
    if (this.#waiting === null && fitting.length === 0) return;
    const { cost } = this.#enumerator;
    const waiting = this.#waiting ?? { fitting: [], again: [], until: cost + PATIENCE };
    const fits = [...waiting.fitting, ...fitting];
    const others = [...waiting.again, ...again];
    const isSound = [...fits, ...others].some((one) => brittleness(one) === 0);
    if (this.#type === 'text' && !isSound && !isLast && cost < waiting.until) {
      this.#waiting = { fitting: fits, again: others, until: waiting.until };
      return;
    }
    this.#waiting = null;
    // Sound pieces side by side are better than a brittle whole.
    if (this.#type === 'text' && !isSound) this.consider(this.#assembler.next(true));
    this.#considerExpressions(fits, 0, others);
  }

  /** Keeps the whole of an expression that is the outputs but for some last steps. */
  #redo(expression: Expression): void {
    if (this.#enumerator.isSlow || this.#type !== 'integers' || expression.type !== 'integers') return;
    const outputs = this.#targets.slice(0, this.#working) as readonly (readonly number[])[];
    if (expression.args.length === 0) {
      const lists = expression.values.slice(0, this.#working) as readonly (readonly number[])[];
      for (const operator of rearrangements(lists, outputs))
        this.#redone.push(applied(operator, [expression]));
    }
    if (this.#problem.depth > 0) return;
    this.#lastSteps ??= new LastSteps(outputs, this.#context.library);
    for (const { operator, isCertain } of expression.cost > MOST_LIST_COST
      ? []
      : this.#lastSteps.of(expression.values)) {
      if (isCertain) this.#redone.push(applied(operator, [expression]));
    }
    this.#undone ??= undoSteps(outputs, this.#problem.vocabulary?.operators ?? []);
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

  /** @param again - what does the same as one of them on every input seen */
  #considerExpressions(
    fitting: readonly Expression[],
    leastLuck = 0,
    again: readonly Expression[] = [],
  ): void {
    const { train, unlabelled } = this.#problem;
    const wholly = fitting.filter((expression) => fitsAll(programOf(expression), train));
    const alike = again.filter((expression) => fitsAll(programOf(expression), train));
    this.#context.onRivals([...wholly, ...alike].map(programOf));
    const holding = wholly.filter((expression) => holdsOut(programOf(expression), this.#problem));
    const best = mostCredible(holding.length > 0 ? holding : wholly, unlabelled);
    if (best === undefined) return;
    const hash = hashValues(best.values);
    const chosen = plainest(
      best,
      alike.filter(({ values }) => hashValues(values) === hash),
    );
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
}

/** See {@link rank}. */
const RANK_OF_TREES = 2;

/**
 * What is better: a fit that can be trusted, then one that holds, then any. Pieces side by side that hold are better than
 * any conditional, which has more ways to fit, and better still where they leave nothing open.
 */
function rank(solution: Solution): number {
  const { engine, holds, doubt } = solution;
  if (isCredible(solution)) return engine === 'tree' ? RANK_OF_TREES : 5;
  return holds ? (engine === 'assembly' ? (doubt === undefined ? 4 : 3) : 1) : 0;
}

/**
 * Whether pieces side by side, which were passed over as one example alone decides them, are no longer than one expression for the
 * whole that was found later. That one vouches for them, and they are what people would write.
 */
function isPlainer(best: Solution, found: Solution): boolean {
  if (best.engine !== 'assembly' || !best.holds || best.doubt !== undefined) return false;
  return (
    found.engine === 'enumeration' &&
    isCredible(found) &&
    programSize(best.program) <= programSize(found.program)
  );
}

/** Whether to stop at this fit. More programs of its kind would only be luckier still, those of another kind may not. */
function isCredible({ holds, engine, support, luck, missed, doubt }: Solution): boolean {
  if (!holds) return false;
  if (engine === 'assembly') return missed === 0 && doubt === undefined;
  return engine !== 'tree' || (support >= ENOUGH_SUPPORT && luck <= MOST_LUCK);
}
