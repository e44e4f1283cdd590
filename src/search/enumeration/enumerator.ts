import type { BudgetMeter } from '../../training/internal.js';
import type { Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import type { Value, ValueType } from '../language/value-type.js';
import { Candidate, isList, type Others, typeOf } from './candidate.js';
import { CandidateBank } from './candidate-bank.js';
import { SizeMeter, sizeOf } from './evaluation-size.js';
import { GridFacts } from './grid-facts.js';
import { SharedRows } from './shared-rows.js';
import { type LagGroup, lagGroups, MOST_LAG } from './type-lag.js';
import { bytesOfValues, weightOf, weightOfValue } from './value-weight.js';

/** Most evaluations between two chances for the caller to look at the clock; fewer when the inputs are large. */
const EVALUATIONS_PER_PAUSE = 2000;
/** Characters, items and cells of all inputs together that one pause may have worked through, times evaluations. */
const WORK_PER_PAUSE = 10_000_000;
/** Milliseconds between two such chances at most, and after how many candidates the clock is looked at. */
const MILLISECONDS_PER_PAUSE = 20;
const CANDIDATES_PER_LOOK = 16;
/** Most characters, items and cells that the values of nested candidates may hold; no further ones are kept. */
const MOST_WEIGHT = 60_000_000;
/** Bytes of values that are held as they are built upon; beyond, they are computed each time, and the same is found. */
const MOST_HELD = 8_000_000;
/** Bytes of nested values, of which equal rows count once, that are held from the start; the others as they are built upon. */
const MOST_HELD_NESTED = 32_000_000;

/** Types whose values share equal rows, and are held: most of them are read again, and slow to compute. */
const NESTED: ReadonlySet<ValueType> = new Set(['grid', 'grids', 'rows']);

/** What an {@link Enumerator} enumerates over. */
export interface EnumeratorOptions {
  readonly leaves: readonly Operator[];
  readonly operators: readonly Operator[];
  /** Working inputs; the first `required` of them a candidate must have a value on. */
  readonly inputs: readonly unknown[];
  readonly required: number;
  readonly meter: BudgetMeter;
  /** Type of the output; candidates of other types are computed no earlier than they are of use. Default: all at once. */
  readonly target?: ValueType | null;
  /** Whether to drop candidates that do what a cheaper one does. Default true. */
  readonly equivalence?: boolean;
}

/**
 * Typed bottom-up enumeration in order of cost, with observational equivalence: of all candidates that do the same
 * on the working inputs only the cheapest is kept, and built upon (Albarghouthi, Gulwani and Kincaid, CAV 2013).
 * Nothing is computed from constants alone.
 */
export class Enumerator {
  readonly #options: EnumeratorOptions;
  readonly #bank = new CandidateBank();
  /** Values and arguments of the candidate in hand: most candidates are dropped, so these are written over. */
  readonly #values: (Value | undefined)[] = [];
  readonly #row: Value[] = [];
  readonly #columns = new Map<Operator, Candidate>();
  #rows: SharedRows | null = null;
  readonly #facts: GridFacts;
  readonly #pause: number;
  readonly #sizes: SizeMeter;
  /** By type of the result, how many levels it waits, and the operators; those that wait longest come first. */
  readonly #groups: readonly LagGroup[];
  #pauseAt = 0;
  #weight = 0;
  #held = 0;
  #cost = 0;
  #tick = 0;
  #grew = true;
  /** The level that the evaluations ended in, to be gone on with. */
  #open: Generator<'pause' | 'limit', void> | null = null;
  #limit = 0;
  #onNew: (expression: Expression) => void = () => undefined;
  #onAgain: (expression: Expression) => void = () => undefined;
  readonly #watched = new Set<number>();

  constructor(options: EnumeratorOptions) {
    this.#options = options;
    const weight = options.inputs.reduce<number>((sum, input) => sum + weightOf(input), 1);
    this.#groups = lagGroups(options);
    this.#facts = new GridFacts(options.required);
    // Cells of grids are few and quick to read.
    this.#sizes = new SizeMeter(options.target === 'grid' ? [] : options.inputs, options.meter);
    this.#pause = Math.max(1, Math.min(EVALUATIONS_PER_PAUSE, Math.floor(WORK_PER_PAUSE / weight)));
  }

  /** What candidates are computed on. */
  get examples(): Pick<EnumeratorOptions, 'inputs' | 'required'> {
    return this.#options;
  }

  /** Cost of the level enumerated last. */
  get cost(): number {
    return this.#cost;
  }

  /** Whether the inputs are so large that a candidate takes long. */
  get isSlow(): boolean {
    return this.#pause < EVALUATIONS_PER_PAUSE;
  }

  /** Whether further levels may hold anything new. */
  get isExhausted(): boolean {
    return !this.#grew;
  }

  /** All candidates of a type so far, cheapest first. */
  bank(type: ValueType): Expression[] {
    return this.#bank.all(type);
  }

  /** Has candidates told of that do the same as this one, which are dropped without a word otherwise. */
  watch({ values }: Expression): void {
    this.#watched.add(hashValues(values));
  }

  /**
   * Enumerates the next cost level and hands each new candidate to `onNew`, and each that does what a watched one does
   * to `onAgain`. Pauses now and then; stops in the middle of the level, and returns false, when the evaluations are
   * spent: the next call goes on there.
   */
  *nextLevel(
    limit: number,
    onNew: (expression: Expression) => void,
    onAgain: (expression: Expression) => void = () => undefined,
  ): Generator<void, boolean> {
    this.#limit = limit;
    this.#onNew = onNew;
    this.#onAgain = onAgain;
    this.#open ??= this.#enumerateLevel();
    for (let step = this.#open.next(); step.done !== true; step = this.#open.next()) {
      if (step.value === 'limit') return false;
      yield;
    }
    this.#open = null;
    return true;
  }

  *#enumerateLevel(): Generator<'pause' | 'limit', void> {
    this.#cost++;
    const highest = Math.max(0, ...this.#options.operators.map((operator) => operator.cost));
    for (const leaf of this.#options.leaves) {
      if (leaf.cost === this.#cost) this.#addLeaf(leaf);
    }
    for (const { lag, operators } of this.#groups) yield* this.#enumerateGroup(operators, this.#cost - lag);
    this.#grew = this.#couldGrow(highest + MOST_LAG);
  }

  *#enumerateGroup(operators: readonly Operator[], cost: number): Generator<'pause' | 'limit', void> {
    for (const operator of operators) {
      if (operator.holes.length === 0 || operator.cost >= cost) continue;
      for (const [lefts, rights, isSquare] of this.#levelsFor(operator, cost - operator.cost)) {
        for (let place = 0; place < lefts.length; place++) {
          const left = lefts[place];
          if (left === undefined) continue;
          const count = rights === null ? 1 : rights.length;
          for (let index = isSquare ? place : 0; index < count; index++) {
            const right = rights === null ? undefined : rights[index];
            if (!isWorthTrying(operator, left, right)) continue;
            while (this.#options.meter.evaluations >= this.#limit) yield 'limit';
            if (this.#isKnown(operator, left, right)) this.#options.meter.spend(1);
            else this.#apply(operator, left, this.#columnsOf(operator) ?? right, cost);
            this.#tick++;
            if (this.#isPauseDue()) yield 'pause';
          }
        }
      }
    }
  }

  /** Whether a grid's size or colours tell that there is no value, or that it does what its first argument does. */
  #isKnown(operator: Operator, left: Expression, right: Expression | undefined): boolean {
    if (operator.alike !== undefined) return this.#facts.misfit(operator, left, right);
    if (operator.idleWithout === undefined || this.#options.equivalence === false) return false;
    return this.#watched.size === 0 && this.#facts.isIdle(operator, left);
  }

  /** After so many candidates, or sooner where they take long: large grids are slow to look at. What is found stays the same. */
  #isPauseDue(): boolean {
    if (this.#tick % this.#pause !== 0) {
      if (this.#tick % CANDIDATES_PER_LOOK !== 0 || performance.now() < this.#pauseAt) return false;
    }
    this.#pauseAt = performance.now() + MILLISECONDS_PER_PAUSE;
    return true;
  }

  /** Nothing new can come once as many levels in a row stayed empty as the dearest combination spans. */
  #couldGrow(highestOperatorCost: number): boolean {
    return this.#cost <= 3 * this.#bank.highestCost + highestOperatorCost;
  }

  #addLeaf(leaf: Operator): void {
    const { inputs } = this.#options;
    const values = inputs.map((input) => leaf.leaf?.(input));
    this.#options.meter.spend(1);
    this.#sizes.spendAll();
    if (values.slice(0, this.#options.required).includes(undefined)) return;
    this.#keep(leaf, undefined, undefined, values, leaf.cost);
  }

  /** What columns hold that fill constants of the operator; undefined where none do. */
  #columnsOf({ columns }: Operator): readonly Candidate[] | undefined {
    return columns?.map((leaf) => {
      const known = this.#columns.get(leaf);
      if (known !== undefined) return known;
      const values = this.#options.inputs.map((input) => leaf.leaf?.(input));
      const column = candidateOf(leaf, undefined, undefined, values, leaf.cost);
      this.#columns.set(leaf, column);
      return column;
    });
  }

  #apply(operator: Operator, left: Candidate, others: Others, cost: number): void {
    const { inputs, required, meter } = this.#options;
    meter.spend(1);
    const values = this.#values;
    const row = this.#row;
    const lefts = this.#valuesOf(left);
    const [right, further] = isList(others) ? others : [others];
    const rights = right === undefined ? lefts : this.#valuesOf(right);
    const furthers = further === undefined ? lefts : this.#valuesOf(further);
    const { isOn } = this.#sizes;
    let size = 0;
    for (let index = 0; index < inputs.length; index++) {
      const first = lefts[index];
      const second = rights[index];
      const third = furthers[index];
      let value: Value | undefined;
      if (first !== undefined && second !== undefined && third !== undefined) {
        row[0] = first;
        row[1] = second;
        row[2] = third;
        value = operator.apply(row);
        if (isOn) size += sizeOf(first) + (right === undefined ? 0 : sizeOf(second)) + sizeOf(value);
      }
      if (value === undefined && index < required) {
        this.#sizes.spend(size);
        return;
      }
      values[index] = value;
    }
    this.#sizes.spend(size);
    this.#keep(operator, left, others, values, cost);
  }

  #valuesOf(argument: Candidate): readonly Value[] {
    const { values } = argument;
    if (this.#held < MOST_HELD && argument.isWorthHolding()) {
      argument.hold(this.#sharing(values));
      this.#held += bytesOfValues(values);
    }
    return values;
  }

  #keep(
    operator: Operator,
    left: Candidate | undefined,
    others: Others,
    values: readonly (Value | undefined)[],
    cost: number,
  ): void {
    const type = typeOf(operator, left);
    if (this.#bank.isFull(type) || this.#weight >= MOST_WEIGHT) return;
    if (this.#options.equivalence !== false) {
      const signature = hashValues(values);
      if (!this.#bank.note(type, signature)) {
        if (this.#watched.has(signature)) this.#onAgain(candidateOf(operator, left, others, values, cost));
        return;
      }
    }
    const isNested = NESTED.has(type);
    const isHeld = isNested && (this.#rows?.bytes ?? 0) < MOST_HELD_NESTED;
    const candidate = candidateOf(operator, left, others, isHeld ? this.#sharing(values) : values, cost);
    this.#onNew(candidate);
    if (isNested) for (const value of values) this.#weight += weightOfValue(value);
    if (!isHeld) candidate.forget();
    this.#bank.add(candidate);
  }

  #sharing(values: readonly (Value | undefined)[]): readonly Value[] {
    this.#rows ??= new SharedRows();
    const rows = this.#rows;
    return values.map((value) => rows.share(value)) as readonly Value[];
  }

  /** Levels that the arguments of an operator come from when they cost so much together. */
  *#levelsFor(
    operator: Operator,
    cost: number,
  ): Generator<readonly [readonly Candidate[], readonly Candidate[] | null, boolean]> {
    const [first, second] = operator.holes;
    if (first === undefined) return;
    if (second === undefined) {
      yield [this.#bank.level(first, cost), null, false];
      return;
    }
    const last = operator.commutative ? Math.floor(cost / 2) : cost - 1;
    for (let firstCost = 1; firstCost <= last; firstCost++) {
      const isSquare = operator.commutative && 2 * firstCost === cost;
      yield [this.#bank.level(first, firstCost), this.#bank.level(second, cost - firstCost), isSquare];
    }
  }
}

function candidateOf(
  operator: Operator,
  left: Candidate | undefined,
  others: Others,
  values: readonly (Value | undefined)[],
  cost: number,
): Candidate {
  return new Candidate({ operator, left, others, cost, values: values.slice() as readonly Value[] });
}

/** Not what constants alone make, nor what an entry for ints does as well. */
function isWorthTrying(operator: Operator, left: Expression, right: Expression | undefined): boolean {
  if (!left.readsInput && right?.readsInput !== true) return false;
  if (operator.needsComputed === true && right?.readsInput !== true) return false;
  return !operator.needsFraction || !isInt(left) || (right !== undefined && !isInt(right));
}

function isInt({ type }: Expression): boolean {
  return type === 'integer' || type === 'integers';
}
