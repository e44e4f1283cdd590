import type { LibraryEntry } from '../language/library-entry.js';
import {
  type ConstantPool,
  constantOperator,
  instantiate,
  NO_CONSTANTS,
  type Operator,
} from '../language/operator.js';
import { BINDING, fillTemplate } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { otherRemainder } from '../library/number-tests.js';
import { changeEach, changeWhere, keepWhere } from '../vocabulary/list-loops.js';
import { withNumber } from '../vocabulary/operators.js';

type Items = readonly number[];

/** What the steps cost without their numbers, as they do where these are tried one after the other. */
const COST = { filter: 4, map: 5, where: 8 } as const;
/** Most numbers that are offered for one step. */
const MOST_NUMBERS = 5;
/** Largest divisor that items are tested for. */
const MOST_DIVISOR = 5;
/** Fewest items that a change of every item must show on, and that each side of a choice must have. */
const FEWEST_ITEMS = 4;
const FEWEST_OF_A_SIDE = 3;

/** A step that makes the outputs of a list. */
export interface LastStep {
  readonly operator: Operator;
  /** Whether it's the only step of its kind: no other number would do. */
  readonly isCertain: boolean;
}

/**
 * The last steps that give the outputs: what a list has above a number, each item divided, the odd ones doubled. Their
 * numbers follow from what is kept and what isn't, and from what items become, so that any number can be found, which
 * trying one after the other can't.
 */
export class LastSteps {
  readonly #targets: readonly Items[];
  readonly #library: ReadonlyMap<string, LibraryEntry>;
  readonly #made = new Map<string, Operator>();

  /** @param targets - lists of whole numbers, one for each example. */
  constructor(targets: readonly Items[], library: readonly LibraryEntry[]) {
    this.#targets = targets;
    this.#library = new Map(library.map((entry) => [entry.name, entry]));
  }

  /** Each step after which these lists, one for each example, are the outputs. */
  of(lists: readonly (Value | undefined)[]): readonly LastStep[] {
    const changes = this.#targets.map((target, index) => target.length - (lists[index] as Items).length);
    if (changes.some((change) => change > 0)) return [];
    return changes.some((change) => change < 0)
      ? this.#filters(lists as readonly Items[])
      : this.#changes(lists as readonly Items[]);
  }

  #filters(lists: readonly Items[]): readonly LastStep[] {
    const kept = new Set<number>();
    const dropped = new Set<number>();
    for (const [index, target] of this.#targets.entries()) {
      let place = 0;
      for (const item of lists[index] ?? []) {
        const isKept = place < target.length && item === target[place];
        if (isKept) place++;
        (isKept ? kept : dropped).add(item);
        if ((isKept ? dropped : kept).has(item)) return [];
      }
      if (place < target.length) return [];
    }
    if (kept.size === 0 || dropped.size === 0) return [];
    return this.#tests(kept, dropped).map(({ operator, isCertain, cost }) => ({
      operator: keepWhere(operator, COST.filter + cost),
      isCertain,
    }));
  }

  #changes(lists: readonly Items[]): readonly LastStep[] {
    const results = new Map<number, number>();
    for (const [index, target] of this.#targets.entries()) {
      const list = lists[index] ?? [];
      if (list.length !== target.length) return [];
      for (const [place, item] of list.entries()) {
        const result = target[place] ?? 0;
        if ((results.get(item) ?? result) !== result) return [];
        results.set(item, result);
      }
    }
    const pairs = [...results];
    if (results.size < FEWEST_ITEMS || pairs.every(([item, result]) => item === result)) return [];
    const everywhere = this.#changesOf(pairs, true).map(({ operator, cost }) => ({
      operator: changeEach(operator, COST.map + cost),
      isCertain: true,
    }));
    return everywhere.length > 0 ? everywhere : this.#choices(pairs);
  }

  /** Some items changed and the others left, as a test of them says. */
  #choices(pairs: readonly (readonly [number, number])[]): readonly LastStep[] {
    const changed = pairs.filter(([item, result]) => item !== result);
    if (changed.length < FEWEST_OF_A_SIDE) return [];
    return this.#changesOf(changed, false).flatMap((change) => {
      const left = pairs.filter(
        ([item, result]) => item === result && change.operator.apply([item]) !== item,
      );
      if (left.length < FEWEST_OF_A_SIDE) return [];
      const tests = this.#tests(new Set(changed.map(([item]) => item)), new Set(left.map(([item]) => item)));
      return tests.map((test) => ({
        operator: changeWhere(test.operator, change.operator, COST.where + test.cost + change.cost),
        isCertain: test.isCertain,
      }));
    });
  }

  /** Tests that the one set passes and the other fails. */
  #tests(passing: ReadonlySet<number>, failing: ReadonlySet<number>): readonly Test[] {
    const tests: Test[] = [];
    const [lowest, highest] = rangeOf(passing);
    const [lowestOther, highestOther] = rangeOf(failing);
    if (lowest > highestOther) tests.push(...this.#thresholds('more', highestOther, lowest - 1));
    if (highest < lowestOther) tests.push(...this.#thresholds('less', highest + 1, lowestOther));
    for (let divisor = 2; divisor <= MOST_DIVISOR; divisor++) {
      const rests = new Set([...passing].map((item) => rest(item, divisor)));
      const others = new Set([...failing].map((item) => rest(item, divisor)));
      const [only = 0] = rests;
      const [onlyOther = 0] = others;
      if (rests.size === 1 && !others.has(only)) tests.push(this.#remainder(divisor, only));
      else if (others.size === 1 && !rests.has(onlyOther))
        tests.push(this.#otherRemainder(divisor, onlyOther));
    }
    if (failing.size === 1) tests.push(this.#test('different_numbers', lowestOther));
    if (passing.size === 1) tests.push(this.#test('equal_numbers', lowest));
    return tests;
  }

  #thresholds(name: 'more' | 'less', from: number, to: number): readonly Test[] {
    const numbers = Array.from({ length: Math.min(to - from + 1, 1000) }, (_number, index) => from + index);
    return numbers
      .sort((left, right) => numberCost(left) - numberCost(right) || Math.abs(left) - Math.abs(right))
      .slice(0, MOST_NUMBERS)
      .map((number) => ({ ...this.#test(name, number), isCertain: from === to }));
  }

  #test(name: string, number: number): Test {
    return { operator: this.#withNumber(name, number), isCertain: true, cost: numberCost(number) };
  }

  #remainder(divisor: number, remainder: number): Test {
    const operator =
      remainder === 0
        ? this.#divisible('divisible', divisor)
        : this.#operator(`remainder_${remainder}_of_${divisor}`, NO_CONSTANTS);
    return { operator, isCertain: true, cost: 1 };
  }

  #otherRemainder(divisor: number, remainder: number): Test {
    if (remainder === 0) {
      return { operator: this.#divisible('not_divisible', divisor), isCertain: true, cost: 1 };
    }
    return {
      operator: operatorOf(otherRemainder(divisor, remainder), NO_CONSTANTS),
      isCertain: true,
      cost: 1,
    };
  }

  #divisible(name: 'divisible' | 'not_divisible', divisor: number): Operator {
    return this.#operator(name, { ...NO_CONSTANTS, divisor: [{ value: divisor, cost: 0 }] });
  }

  /** What every one of these items became. */
  #changesOf(pairs: readonly (readonly [number, number])[], isEach: boolean): readonly Change[] {
    const [[item, result] = [0, 0]] = pairs;
    const found: Change[] = [];
    const offer = (name: string, number: number): void => {
      if (!Number.isSafeInteger(number)) return;
      const operator = this.#withNumber(name, number);
      if (does(operator, pairs)) found.push({ operator, cost: numberCost(number) });
    };
    const results = pairs.map(([, one]) => one);
    const [lowest, highest] = rangeOf(results);
    const [anItem, itsResult] = pairs.find(([one, its]) => one !== 0 && its !== 0) ?? [item, result];
    offer(result < item ? 'subtract' : 'add', Math.abs(result - item));
    if (anItem !== 0) offer('multiply', itsResult / anItem);
    const sum = item + result;
    if (sum > 0 && does(fromNumber(sum), pairs))
      found.push({ operator: fromNumber(sum), cost: 1 + numberCost(sum) });
    for (let number = 2; number <= 10; number++) offer('floor_divide', number);
    const common = pairs.reduce((divisor, [one, its]) => greatestCommonDivisor(divisor, one - its), 0);
    if (common > highest && lowest >= 0) offer('modulo', common);
    if (isEach) {
      offer('minimum', highest);
      offer('maximum', lowest);
    } else if (lowest === highest) found.push({ operator: always(highest), cost: numberCost(highest) });
    for (const name of ['square', 'absolute']) {
      const operator = this.#operator(name, NO_CONSTANTS);
      if (does(operator, pairs)) found.push({ operator, cost: 0 });
    }
    return found;
  }

  #withNumber(name: string, number: number): Operator {
    const key = `${name} ${number}`;
    const made = this.#made.get(key) ?? withNumber(this.#entry(name), number);
    this.#made.set(key, made);
    return made;
  }

  #operator(name: string, pool: ConstantPool): Operator {
    return operatorOf(this.#entry(name), pool);
  }

  #entry(name: string): LibraryEntry {
    const entry = this.#library.get(name);
    if (entry === undefined) throw new RangeError(`no entry ${name} in the library`);
    return entry;
  }
}

interface Test {
  readonly operator: Operator;
  readonly isCertain: boolean;
  /** What it adds to the step's. */
  readonly cost: number;
}

type Change = Omit<Test, 'isCertain'>;

function operatorOf(entry: LibraryEntry, pool: ConstantPool): Operator {
  const [operator] = instantiate(entry, pool);
  if (operator === undefined) throw new RangeError(`no constant for ${entry.name}`);
  return operator;
}

function does(operator: Operator, pairs: readonly (readonly [number, number])[]): boolean {
  return pairs.every(([item, result]) => operator.apply([item]) === result);
}

/** The same number whatever the item. */
function always(number: number): Operator {
  const { render, leaf: _leaf, ...constant } = constantOperator(number, 'integer', 1);
  return { ...constant, holes: ['integer'], apply: () => number, render: () => render([]) };
}

/** What is left of the same number: `99 - n`. */
function fromNumber(number: number): Operator {
  const { leaf: _leaf, ...constant } = constantOperator(number, 'integer', 1);
  return {
    ...constant,
    name: `${number} subtract`,
    holes: ['integer'],
    apply: ([item]) => number - Number(item),
    render: (args) => fillTemplate(`${number} - {0!}`, BINDING.sum, args),
  };
}

/** How unlikely a number is to be somebody's choice: small ones are not, then come tens and fives. */
function numberCost(number: number): number {
  if (number >= 0 && number <= 2) return 0;
  return (number > 0 && number < 10) || number % 5 === 0 ? 1 : 2;
}

function rangeOf(numbers: Iterable<number>): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [lowest, highest] = [Math.min(lowest, number), Math.max(highest, number)];
  return [lowest, highest];
}

function rest(item: number, divisor: number): number {
  return ((item % divisor) + divisor) % divisor;
}

function greatestCommonDivisor(left: number, right: number): number {
  let [divisor, remainder] = [Math.abs(left), Math.abs(right)];
  while (remainder !== 0) [divisor, remainder] = [remainder, divisor % remainder];
  return divisor;
}
