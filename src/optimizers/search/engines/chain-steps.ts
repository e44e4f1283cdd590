import { applied, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';

/** A step of a chain: from a list of whole numbers to another one, or to a number. */
export interface ChainStep {
  readonly result: 'integers' | 'integer';
  /** How unlikely it is as a step. */
  readonly cost: number;
  readonly apply: (items: Value) => Value | undefined;
  /** The step after an expression. */
  readonly after: (list: Expression) => Expression;
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
/** Operators on a list and a number that are no steps people take. */
const NO_STEP = /^(first_so_many|after_so_many|item_at|contains|count)_/;
/** Operators on one list that say nothing, or what is rarely wanted of lists. */
const NO_USE =
  /greatest_common|count_up_to|count_from|digits_of|\[100\]|absolute|(add|subtract)..\[0\]|(divide|modulo|multiply)..\[[01]\]/;
/** Of what numbers of the list an operator makes sense; of any, where it isn't named. */
const SENSIBLE: readonly (readonly [operator: RegExp, item: RegExp])[] = [
  [/^(inserted|changed)_at_/, /^$/],
  [/^place_of_/, /^(highest|lowest)/],
  [/^(without|items)_/, /^(highest|lowest|item)_/],
  [/^each_/, /^(highest|lowest|item|length)_/],
];

/**
 * Every step that operators make, the likeliest first: one on a list alone, and one on a list and either a constant or a
 * number of that same list, as `items + [max(items)]` is.
 */
export function chainSteps(operators: readonly Operator[], leaves: readonly Operator[]): ChainStep[] {
  const constants = leaves.filter(
    (leaf) =>
      leaf.result === 'integer' && !leaf.readsInput && Math.abs(Number(leaf.apply([]))) <= MOST_CONSTANT,
  );
  const items = operators.filter(({ name }) => ITEM_OF_LIST.test(name));
  return operators
    .filter(({ name }) => !NO_USE.test(name))
    .flatMap((operator) => stepsOf(operator, items, constants))
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
    return pairsOf(operator, items).map((pair) => step(operator, result, 2 * ITEM_COST, pair.map(itemOf)));
  }
  const place = [0, 1].find((hole) => takesList(operator, hole));
  if (place === undefined || operator.holes[1 - place] !== 'integer' || NO_STEP.test(operator.name))
    return [];
  const both = (number: Argument): readonly Argument[] => (place === 0 ? [list, number] : [number, list]);
  const isLoopOfConstant = operator.needsComputed === true && operator.name !== 'each_from()';
  return [
    ...items
      .filter((item) => isSensible(operator, item))
      .map((item) => step(operator, result, ITEM_COST, both(itemOf(item)))),
    ...(isLoopOfConstant ? [] : constants).map((constant) =>
      step(operator, result, constant.cost, both(constantOf(constant))),
    ),
  ];
}

function pairsOf({ name }: Operator, items: readonly Operator[]): readonly (readonly Operator[])[] {
  const isFilling = name.startsWith('filled');
  return items.flatMap((left) =>
    items
      .filter((right) => right !== left && (!isFilling || right.name.startsWith('length')))
      .map((right) => [left, right]),
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
  readonly value: (items: Value) => Value | undefined;
  readonly expression: (list: Expression) => Expression;
}

const list: Argument = { value: (items) => items, expression: (items) => items };

function itemOf(item: Operator): Argument {
  return { value: (items) => item.apply([items]), expression: (items) => applied(item, [items]) };
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
    cost: operator.cost + cost + STEP_COST[result],
    apply: (items) => {
      const left = first?.value(items);
      if (left === undefined) return undefined;
      if (second === undefined) return operator.apply([left]);
      const right = second.value(items);
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
