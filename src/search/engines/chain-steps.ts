import { applied, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';

/** A step of a chain: from a list of whole numbers to another one, or to a number. */
export interface ChainStep {
  readonly result: 'integers' | 'integer';
  /** How unlikely it is as a step. */
  readonly cost: number;
  /** What it makes of a list that is made from the input of an example. */
  readonly apply: (items: Value, example: number) => Value | undefined;
  /** The step after an expression. */
  readonly after: (list: Expression) => Expression;
  /** Where it is a step on the input alone, or only on lists that were made from it. Default: on both. */
  readonly takes?: 'input' | 'made';
  /** Steps that do the same on every example. */
  readonly alike?: readonly ChainStep[];
}

/**
 * Added to an operator's cost as a step of a chain: from list to list, and to a number. Steps differ less in how likely they
 * are than candidates of all kinds: with 3, two more of 100 lists were right than with 1.
 */
export const STEP_COST = { integers: 3, integer: 1 } as const;
/** What a number of the list itself adds to an operator's cost: there are few, and the list is named already. */
const ITEM_COST = 1;
/** Largest constant that is put into a list in the middle of a chain, or taken off. */
const MOST_CONSTANT = 10;

/** What a step may take of the list that it changes. */
const ITEM_OF_LIST = /^((highest|lowest|length|sum)_integers\(\)|item_integers\((0|-1)\))$/;
/** Operators on two such numbers, beside those on a list and a number. */
const OF_TWO_ITEMS = /^(pair_integers|filled_integers|add|subtract|multiply)\(\)$/;
/** Operators on a list and a number that are no steps people take, and those that constants have forms of their own for. */
const NO_STEP = /^contains_/;
const NO_STEP_WITH_CONSTANT = /^(first_so_many|after_so_many|item_at|count)_|^rotated_by/;
/** Operators on one list that say nothing, or what is rarely wanted of lists. */
const NO_USE =
  /greatest_common|count_up_to|count_from|digits_of|\[100\]|(add|subtract)..\[0\]|(divide|modulo|multiply)..\[[01]\]/;
/** Operators that say nothing of numbers none of which is below zero. */
const OF_NEGATIVES = /absolute|sign\(/;
/** Operators on two lists, and how much rarer each is between a list and the input that it was made from. */
const OF_TWO_LISTS: readonly (readonly [operator: RegExp, cost: number])[] = [
  [/^pairwise_/, 1],
  [/^(concatenated|interleaved)/, 2],
];
/** Operators on a list and the first or last item of the input that it was made from: the rest above the first one. */
const OF_ENDS_OF_INPUT =
  /^(items_(above|below|at_least|at_most)|each_(plus|minus|times)|without_integers|first_so_many|after_so_many|appended|prepended)/;
const COST_OF_INPUT = 1;
/** Added to a sum, difference or product of two numbers of a list that are no pair to think of. */
const ODD_PAIR_COST = 2;
/** Pairs to think of: the ends, the extremes, and the sum without one of these. */
const PAIRS =
  /^(item_integers\(0\) item_integers\(-1\)|highest\S+ lowest\S+|lowest\S+ highest\S+|item_integers\(-1\) item_integers\(0\)|sum\S+ (item|highest|lowest)\S+)$/;
/** What people seldom do with lists, as they hold on to many items or ask for a number, and by how much it is rarer. */
const SELDOM: readonly (readonly [step: RegExp, cost: number])[] = [
  [/^(first_items|last_items|without_first|without_last)_integers\((6|8|10)\)/, 2],
  [/^(first_items|last_items|without_first|without_last)_integers\((4|5)\)/, 1],
  [/^(rotated_\w+|repeated_integers|each_repeated_integers)\((4|5|6|8|10)\)/, 2],
  [/^(takewhile|dropwhile|places|filter equal_numbers|window_|by_remainder|last_of_every|as_often_as)/, 1],
];
/** Of what numbers of the list an operator makes sense; of any, where it isn't named. */
const SENSIBLE: readonly (readonly [operator: RegExp, item: RegExp])[] = [
  [/^(inserted|changed)_at_/, /^$/],
  [/^place_of_/, /^(highest|lowest)/],
  [/^(without|items)_/, /^(highest|lowest|item)_/],
  [/^(first_so_many|after_so_many|item_at|count)_|^rotated_by/, /^item_/],
  [/^each_from/, /^(highest|lowest|item|length|sum)_/],
  [/^each_/, /^(highest|lowest|item|length)_/],
];

/**
 * Every step that operators make, the likeliest first: one on a list alone, and one on a list and either a constant or a
 * number of that same list, as `items + [max(items)]` is.
 */
export function chainSteps(
  operators: readonly Operator[],
  leaves: readonly Operator[],
  inputs: readonly Expression[],
): ChainStep[] {
  const constants = leaves.filter(
    (leaf) =>
      leaf.result === 'integer' && !leaf.readsInput && Math.abs(Number(leaf.apply([]))) <= MOST_CONSTANT,
  );
  const items = operators.filter(({ name }) => ITEM_OF_LIST.test(name));
  const hasNegatives = inputs.some(({ values }) => values.flat(1).some((item) => Number(item) < 0));
  return operators
    .filter(({ name }) => !NO_USE.test(name) && (hasNegatives || !OF_NEGATIVES.test(name)))
    .flatMap((operator) => [
      ...stepsOf(operator, items, constants),
      ...withInputs(operator, inputs),
      ...withEndsOfInputs(operator, items, inputs),
    ])
    .sort((left, right) => left.cost - right.cost);
}

function stepsOf(
  operator: Operator,
  items: readonly Operator[],
  constants: readonly Operator[],
): readonly ChainStep[] {
  const result = resultOf(operator);
  const [first, second, ...others] = operator.holes;
  if (result === null || first === undefined || others.length > 0) return [];
  if (second === undefined) {
    if (takesList(operator, 0)) return [step(operator, result, 0, [list])];
    return first === 'integer' && result === 'integers'
      ? items.map((item) => step(operator, result, ITEM_COST, [itemOf(item)]))
      : [];
  }
  if (OF_TWO_ITEMS.test(operator.name)) {
    return pairsOf(operator, items).map((pair) =>
      step(operator, result, 2 * ITEM_COST + oddity(operator, pair), pair.map(itemOf)),
    );
  }
  const place = [0, 1].find((hole) => takesList(operator, hole));
  if (place === undefined || operator.holes[1 - place] !== 'integer' || NO_STEP.test(operator.name))
    return [];
  const both = (number: Argument): readonly Argument[] => (place === 0 ? [list, number] : [number, list]);
  const isLoopOfConstant =
    (operator.needsComputed === true && operator.name !== 'each_from()') ||
    NO_STEP_WITH_CONSTANT.test(operator.name);
  return [
    ...items
      .filter((item) => isSensible(operator, item))
      .map((item) => step(operator, result, ITEM_COST, both(itemOf(item)))),
    ...(isLoopOfConstant ? [] : constants).map((constant) =>
      step(operator, result, constant.cost, both(constantOf(constant))),
    ),
  ];
}

function pairsOf(
  { name, commutative }: Operator,
  items: readonly Operator[],
): readonly (readonly Operator[])[] {
  const isFilling = name.startsWith('filled');
  return items.flatMap((left, place) =>
    (commutative ? items.slice(place) : items)
      .filter((right) => right !== left && (!isFilling || right.name.startsWith('length')))
      .map((right) => [left, right]),
  );
}

function oddity({ result }: Operator, pair: readonly Operator[]): number {
  return result !== 'integer' || PAIRS.test(pair.map(({ name }) => name).join(' ')) ? 0 : ODD_PAIR_COST;
}

/** The list beside the input that it was made from, either one first. */
function withInputs(operator: Operator, inputs: readonly Expression[]): readonly ChainStep[] {
  const rarity = OF_TWO_LISTS.find(([pattern]) => pattern.test(operator.name))?.[1];
  if (rarity === undefined || !takesList(operator, 0) || !takesList(operator, 1)) return [];
  return inputs.map(inputOf).flatMap((input) => {
    const orders = operator.commutative
      ? [[list, input]]
      : [
          [list, input],
          [input, list],
        ];
    return orders.map((args) => ({ ...step(operator, 'integers', rarity, args), takes: 'made' as const }));
  });
}

/** A list beside an end of the input that it was made from. */
function withEndsOfInputs(
  operator: Operator,
  items: readonly Operator[],
  inputs: readonly Expression[],
): readonly ChainStep[] {
  const result = resultOf(operator);
  const place = [0, 1].find((hole) => takesList(operator, hole));
  if (result !== 'integers' || place === undefined || operator.holes[1 - place] !== 'integer') return [];
  if (!OF_ENDS_OF_INPUT.test(operator.name)) return [];
  const ends = items.filter(({ name }) => name.startsWith('item_integers'));
  return inputs.flatMap((input) =>
    ends.map((end) => {
      const number = inputOf(applied(end, [input]));
      const args = place === 0 ? [list, number] : [number, list];
      return { ...step(operator, result, ITEM_COST + COST_OF_INPUT, args), takes: 'made' as const };
    }),
  );
}

function takesList({ holes, narrows }: Operator, place: number): boolean {
  return holes[place] === 'integers' || (narrows === true && holes[place] === 'numbers');
}

function resultOf({ result, narrows }: Operator): ChainStep['result'] | null {
  if (result === 'integers' || result === 'integer') return result;
  return narrows === true && result === 'numbers' ? 'integers' : null;
}

function isSensible({ name }: Operator, item: Operator): boolean {
  return SENSIBLE.find(([pattern]) => pattern.test(name))?.[1].test(item.name) ?? true;
}

/** An argument of a step's operator, from the list that the step is taken on. */
interface Argument {
  readonly value: (items: Value, example: number) => Value | undefined;
  readonly expression: (list: Expression) => Expression;
}

const list: Argument = { value: (items) => items, expression: (items) => items };

function itemOf(item: Operator): Argument {
  return { value: (items) => item.apply([items]), expression: (items) => applied(item, [items]) };
}

/** What doesn't depend on the list, but on the input. */
function inputOf(input: Expression): Argument {
  return { value: (_items, example) => input.values[example], expression: () => input };
}

function constantOf(operator: Operator): Argument {
  const value = operator.apply([]);
  const { cost, readsInput } = operator;
  return {
    value: () => value,
    expression: ({ values }) => ({
      operator,
      args: [],
      type: 'integer',
      cost,
      readsInput,
      values: values.map(() => value as Value),
    }),
  };
}

function step(
  operator: Operator,
  result: ChainStep['result'],
  cost: number,
  args: readonly Argument[],
): ChainStep {
  const [first, second] = args;
  return {
    result,
    cost: operator.cost + cost + STEP_COST[result] + rarityOf(operator),
    apply: (items, example) => {
      const left = first?.value(items, example);
      if (left === undefined) return undefined;
      if (second === undefined) return operator.apply([left]);
      const right = second.value(items, example);
      return right === undefined ? undefined : operator.apply([left, right]);
    },
    after: (items) => ({
      ...applied(
        operator,
        args.map((argument) => argument.expression(items)),
      ),
      type: result,
    }),
  };
}

function rarityOf({ name }: Operator): number {
  return SELDOM.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
}
