import { type Json, RandomStream } from '../../core/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { NumberSet } from '../enumeration/number-set.js';
import { EvidenceTally, sameValue } from '../evidence/evidence-tally.js';
import { inputsAlike } from '../evidence/inputs-alike.js';
import { perturbInputs } from '../evidence/perturb-inputs.js';
import { applied, type Expression, expressionName, leafExpression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import { commonType, type Value, type ValueType } from '../language/value-type.js';
import type { SearchProblem, Vocabulary } from '../problem.js';
import { fits, programOf } from '../programs/program.js';
import { MOST_WORKING_EXAMPLES } from '../programs/working-examples.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { alike, expressionOf, itemsOf, type Link } from './chain-links.js';
import { type ChainStep, chainSteps, STEP_COST } from './chain-steps.js';
import { lookAtLastSteps } from './last-looks.js';
import { LastSteps } from './last-steps.js';
import { MOST_EXTRA_INPUTS } from './level-search.js';
import { rearrangements } from './rearranged-lists.js';
import { twoWaySteps } from './two-way-steps.js';
import { type UndoneRows, undoSteps } from './undo-steps.js';
import { type WeighedFit, weighFits } from './weigh-fits.js';

/** Evaluations between two chances for the caller to look at the clock. */
const EVALUATIONS_PER_PAUSE = 2000;
/** How much dearer than the cheapest fit another one may be and still be weighed against it. */
const DEARER = 2;
/** The share of the evaluations in which every chain up to a cost is made; the others are for one step more. */
const SHARE_OF_LEVELS = 0.7;
/** Most fits that are weighed. */
const MOST_FITS = 40;
/** Dearest list that is looked at for being the outputs rearranged: what many steps made seldom is. */
const MOST_COST_OF_REARRANGED = 9;
/** Inputs near those of the examples that tell chains apart which do the same on these. */
const NEAR_INPUTS = 6;
/** Inputs that show in what fits differ. */
const INPUTS_FOR_FITS = 60;
/** Put into lists of the examples, as chains hold small numbers. */
const DIGITS = [
  [3, 8, 1, 6, 4],
  [9, 0, 7, 5, 2],
];

type Values = readonly (Value | undefined)[];
type Items = readonly number[];

/**
 * Chains of steps, each on what the one before it made: keep the even ones, backwards, each twice. Lists are mostly
 * changed so, and as a chain holds no two lists that are made apart, three or four steps are within reach. The likeliest
 * come first, with the outputs' last steps taken back (see {@link undoSteps}). Fits that are about as likely are weighed
 * against each other, on inputs like those of the examples.
 */
export function* searchChains(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  const { vocabulary, depth, train } = problem;
  const type = commonType(train.map(({ output }) => output));
  if (vocabulary === undefined || (type !== 'integers' && type !== 'integer')) return null;
  if (depth > 0 || context.tolerance > 0 || enumerator.isSlow) return null;
  const leaves = vocabulary.leaves.filter(({ result, readsInput }) => readsInput && result === 'integers');
  if (leaves.length === 0) return null;
  return yield* new ChainSearch(problem, context, vocabulary, type, leaves).run(limit);
}

class ChainSearch {
  readonly #problem: SearchProblem;
  readonly #context: SolveContext;
  readonly #type: ValueType;
  /** The lists that the input holds. */
  readonly #leaves: readonly Expression[];
  /** By cost, the cheapest first. */
  readonly #steps: ReadonlyMap<number, readonly ChainStep[]>;
  /** The working inputs, held-out ones, and some near these. */
  readonly #inputs: readonly Json[];
  /** What fits are weighed on. */
  readonly #unseen: readonly Json[];
  /** How many of the inputs a chain must have a value on. */
  readonly #required: number;
  readonly #targets: readonly Value[];
  /** Where the outputs are lists: what gives them with a few more steps, and with a last one. */
  readonly #undone: UndoneRows | null;
  readonly #lastSteps: LastSteps | null;
  readonly #evidence: EvidenceTally;
  /** By cost, lists that chains make. */
  readonly #levels: Link[][] = [];
  readonly #seen: Readonly<Record<ChainStep['result'], NumberSet>> = {
    integers: new NumberSet(),
    integer: new NumberSet(),
  };
  readonly #fits: WeighedFit[] = [];
  /** What was offered: the same chain may be found forwards and backwards. */
  readonly #offered = new Set<string>();
  #leastCost = Number.POSITIVE_INFINITY;
  #contradicted = 0;
  /** Candidates for the output that were made, and how many others as cheap as a fit were looked at on one example only. */
  #tried = 0;
  #looks = 0;

  constructor(
    problem: SearchProblem,
    context: SolveContext,
    vocabulary: Vocabulary,
    type: ValueType,
    leaves: readonly Operator[],
  ) {
    const { train, holdout, unlabelled } = problem;
    this.#problem = problem;
    this.#context = context;
    this.#type = type;
    const working = train.slice(0, MOST_WORKING_EXAMPLES);
    const examples = [...working, ...holdout.slice(0, MOST_EXTRA_INPUTS)];
    const given = [...train, ...holdout].map(({ input }) => input);
    const random = new RandomStream(0, 'search/chains');
    this.#unseen = [...unlabelled, ...inputsAlike(given, INPUTS_FOR_FITS, random.child('alike'))];
    this.#inputs = [
      ...examples.map(({ input }) => input),
      ...DIGITS.map((digits, place) => withNumbers(given[place] ?? null, digits)),
      ...perturbInputs(given, random).slice(0, NEAR_INPUTS),
    ];
    this.#leaves = leaves.map((leaf) => this.#readLeaf(leaf));
    this.#required = working.length;
    const lists = this.#leaves.flatMap(({ values }) => values.slice(0, this.#required) as Items[]);
    const steps = [
      ...chainSteps(vocabulary.operators, vocabulary.leaves, this.#leaves),
      ...twoWaySteps(
        context.library,
        lists.flat().some((item) => item < 0),
      ),
    ];
    this.#steps = byCost(type === 'integer' ? steps : steps.filter(({ result }) => result === 'integers'));
    this.#targets = examples.map(({ output }) => output as Value);
    this.#evidence = new EvidenceTally(this.#targets, working.length);
    const outputs = this.#targets.slice(0, working.length);
    this.#undone = type === 'integers' ? undoSteps(outputs, vocabulary.operators) : null;
    this.#lastSteps =
      type === 'integers' ? new LastSteps(outputs as readonly Items[], context.library) : null;
  }

  /** Goes on until the fits that are to be weighed are found, or the evaluations are spent. */
  *run(limit: number): Search<Solution | null> {
    for (const leaf of this.#leaves) this.#add({ leaf }, leaf.values, 'integers', leaf.cost);
    const { evaluations } = this.#context.meter;
    const near = evaluations + Math.floor((limit - evaluations) * SHARE_OF_LEVELS);
    const dearest = Math.max(0, ...this.#steps.keys());
    let cost = 1;
    for (; cost <= this.#leastCost + DEARER && cost < this.#levels.length + dearest; cost++) {
      if (!(yield* this.#addLevel(cost, near)) || this.#fits.length >= MOST_FITS) break;
    }
    if (this.#fits.length === 0) yield* this.#lookFurther(cost, limit);
    return this.#solution();
  }

  /** One step more than what the levels came to. */
  *#lookFurther(from: number, limit: number): Search<void> {
    const example = this.#evidence.mostTelling;
    const target = this.#targets[example];
    yield* lookAtLastSteps<Link>({
      levels: this.#levels,
      steps: new Map([...this.#steps].map(([cost, steps]) => [cost, this.#lastOf(steps)])),
      isInput: (link) => 'leaf' in link,
      from,
      example,
      matches: (value) => sameValue(value, target),
      itemsOf: (link) => itemsOf(link, example),
      goesOn: (cost, looks) => {
        if (cost <= this.#leastCost + 1) this.#looks = looks;
        return cost <= this.#leastCost + DEARER && this.#fits.length < MOST_FITS;
      },
      onMatch: (before, step, cost) => {
        const given = this.#valuesOf(before);
        const values = given === null ? null : this.#apply(step, given);
        if (values !== null && this.#isFit(values)) this.#add({ step, before }, values, step.result, cost);
      },
      meter: this.#context.meter,
      limit,
    });
  }

  #lastOf(steps: readonly ChainStep[]): readonly ChainStep[] {
    return steps.filter(({ result }) => result === this.#type);
  }

  *#addLevel(cost: number, limit: number): Search<boolean> {
    const { meter } = this.#context;
    for (const [stepCost, steps] of this.#steps) {
      for (const link of this.#levels[cost - stepCost] ?? []) {
        const given = this.#valuesOf(link);
        if (given === null) continue;
        for (const step of steps) {
          if (step.takes === ('leaf' in link ? 'made' : 'input')) continue;
          if (meter.evaluations >= limit) return false;
          meter.spend(1);
          if (meter.evaluations % EVALUATIONS_PER_PAUSE === 0) yield;
          if (step.result === this.#type) this.#tried++;
          const values = this.#apply(step, given);
          if (values !== null) this.#add({ step, before: link }, values, step.result, cost);
        }
      }
    }
    return true;
  }

  #readLeaf(operator: Operator): Expression {
    return leafExpression(operator, this.#inputs.map((input) => operator.leaf?.(input)) as Value[]);
  }

  #valuesOf(link: Link): Values | null {
    if ('leaf' in link) return link.leaf.values;
    const given = this.#valuesOf(link.before);
    return given === null ? null : this.#apply(link.step, given);
  }

  /** What a step makes of a chain's values; null where it has none on a working input. */
  #apply({ apply }: ChainStep, given: Values): Values | null {
    const results: (Value | undefined)[] = [];
    for (let index = 0; index < given.length; index++) {
      const value = given[index];
      const result = value === undefined ? undefined : apply(value, index);
      if (result === undefined && index < this.#required) return null;
      results.push(result);
    }
    return results;
  }

  /** Keeps a chain, unless one no dearer does the same. What gives the outputs is weighed all the same. */
  #add(link: Link, values: Values, result: ChainStep['result'], cost: number): void {
    const isOutput = result === this.#type;
    const isFit = isOutput && this.#isFit(values);
    const isNew = this.#seen[result].add(hashValues(values));
    if (isFit) for (const one of alike(link)) this.#offer(expressionOf(one), cost, isNew);
    if (!isNew) return;
    if (isOutput && cost <= this.#leastCost) this.#evidence.add({ values, cost });
    if (result === 'integer') return;
    while (this.#levels.length <= cost) this.#levels.push([]);
    this.#levels[cost]?.push(link);
    if (isFit) return;
    for (const operator of this.#lastOperators(values, cost)) {
      const expression = { ...applied(operator, [expressionOf(link)]), type: 'integers' } as const;
      this.#offer(expression, cost + operator.cost + STEP_COST.integers, true);
    }
    if (this.#undone === null || !this.#undone.firstRows.has(hashValues(values.slice(0, 1)))) return;
    const steps = this.#undone.found.get(hashValues(values.slice(0, this.#required)));
    if (steps !== undefined) this.#offer(steps.redo(expressionOf(link)), cost + steps.cost, true);
  }

  /** What makes the outputs of a list in one step whose numbers or places follow from them. */
  #lastOperators(values: Values, cost: number): readonly Operator[] {
    if (this.#lastSteps === null) return [];
    const found = this.#lastSteps.of(values).map(({ operator }) => operator);
    if (cost > MOST_COST_OF_REARRANGED) return found;
    const lists = values.slice(0, this.#required) as Items[];
    return [...found, ...rearrangements(lists, this.#targets.slice(0, this.#required) as Items[])];
  }

  #isFit(values: Values): boolean {
    for (let index = 0; index < this.#required; index++) {
      if (!sameValue(values[index], this.#targets[index])) return false;
    }
    return true;
  }

  #offer(expression: Expression, cost: number, isNew: boolean): void {
    const name = expressionName(expression);
    if (this.#offered.has(name)) return;
    this.#offered.add(name);
    const program = programOf(expression);
    if (!fits(program, this.#problem.train)) return;
    if (holdsOut(program, this.#problem)) {
      this.#fits.push({ expression, cost });
      this.#leastCost = Math.min(this.#leastCost, cost);
    } else if (isNew && cost <= this.#leastCost) this.#contradicted++;
  }

  #solution(): Solution | null {
    const weighed = weighFits(this.#fits, this.#unseen);
    if (weighed === null) return null;
    const { chosen, rivalry, different } = weighed;
    this.#context.onRivals(different.map(programOf));
    return {
      program: programOf(chosen.expression),
      engine: 'enumeration',
      literalCharacters: 0,
      support: this.#problem.train.length,
      contradicted: this.#contradicted,
      holds: true,
      luck: this.#evidence.luck(false, 1 + this.#looks / Math.max(1, this.#tried)),
      missed: this.#evidence.missedBelow(chosen.cost),
      rivalry,
    };
  }
}

function byCost(steps: readonly ChainStep[]): ReadonlyMap<number, readonly ChainStep[]> {
  const groups = new Map<number, ChainStep[]>();
  for (const step of steps) groups.set(step.cost, [...(groups.get(step.cost) ?? []), step]);
  return new Map([...groups].sort(([left], [right]) => left - right));
}

/** The input, with these numbers inside its lists of numbers, behind the first two. */
function withNumbers(input: Json, numbers: readonly number[]): Json {
  if (Array.isArray(input)) {
    const items: readonly Json[] = input;
    return items.every((item) => typeof item === 'number')
      ? [...items.slice(0, 2), ...numbers, ...items.slice(2)]
      : items.map((item) => withNumbers(item, numbers));
  }
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, withNumbers(value as Json, numbers)]),
  );
}
