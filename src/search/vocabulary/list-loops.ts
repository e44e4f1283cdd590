import type { Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { boundedList } from '../language/size-guards.js';
import { listType, type Value, type ValueType } from '../language/value-type.js';

/** Added to an operator's cost when it works on every item of a list: parameterised loops are less likely. */
const LOOP_COST = 2;
/** Added to the cost of loops that are seldom wanted. */
const RARE_COST = 1;
/** Tests that others say as well among whole numbers, or that are too rare to look for where they begin or end. */
const SELDOM_A_BORDER = /^(at_most|at_least|not_divisible|divisible.*[3-9]|remainder_._of_[3-5]|.*\[100?\])/;
const LIST_TYPES: readonly ValueType[] = ['texts', 'integers', 'numbers'];

/**
 * The loops over a list with an operator on one of its items: `[f(item) for item in items]`, and for a test the items that
 * pass it, those before and after the first that doesn't, the places of those that do, and whether any or all do.
 */
export function loopsOver(operator: Operator): Operator[] {
  const [hole] = operator.holes;
  if (operator.holes.length !== 1 || hole === undefined) return [];
  const list = listType(hole);
  if (list === null || !LIST_TYPES.includes(list)) return [];
  const loops: Operator[] = [];
  const mapped = listType(operator.result);
  if (mapped !== null) loops.push(mapLoop(operator, list, mapped));
  if (operator.result === 'boolean') {
    loops.push(
      filterLoop(operator, list),
      ...(['any', 'all'] as const).map((of) => testLoop(operator, list, of)),
    );
  }
  if (operator.result === 'boolean' && !SELDOM_A_BORDER.test(operator.name)) {
    loops.push(
      leadingLoop(operator, list, 'takewhile'),
      leadingLoop(operator, list, 'dropwhile'),
      placesLoop(operator, list),
    );
  }
  return loops;
}

const item = { text: 'item', binding: BINDING.primary };

function mapLoop(operator: Operator, list: ValueType, result: ValueType): Operator {
  return {
    ...operator,
    name: `map ${operator.name}`,
    holes: [list],
    result,
    cost: operator.cost + LOOP_COST,
    variable: undefined,
    apply: ([items]) => {
      const results: Value[] = [];
      for (const one of items as readonly Value[]) {
        const value = operator.apply([one]);
        if (value === undefined) return undefined;
        results.push(value);
      }
      return boundedList(results) as Value | undefined;
    },
    render: ([items]) => ({
      text: `[${operator.render([item]).text} for ${items?.loop ?? `item in ${items?.text ?? ''}`}]`,
      binding: BINDING.primary,
    }),
  };
}

/** Whether any item, or every item, passes the test. */
function testLoop(operator: Operator, list: ValueType, of: 'any' | 'all'): Operator {
  return {
    ...operator,
    name: `${of} ${operator.name}`,
    holes: [list],
    cost: operator.cost + 1,
    variable: undefined,
    apply: ([items]) => {
      let answer = of === 'all';
      for (const one of items as readonly Value[]) {
        const holds = operator.apply([one]);
        if (holds === undefined) return undefined;
        if (of === 'any' && holds === true) answer = true;
        if (of === 'all' && holds === false) answer = false;
      }
      return answer;
    },
    render: ([items]) => ({
      text: `${of}(${operator.render([item]).text} for ${items?.loop ?? `item in ${items?.text ?? ''}`})`,
      binding: BINDING.primary,
    }),
  };
}

function filterLoop(operator: Operator, list: ValueType): Operator {
  return {
    ...operator,
    name: `filter ${operator.name}`,
    holes: [list],
    result: list,
    narrows: true,
    cost: operator.cost + LOOP_COST,
    variable: 'kept',
    apply: ([items]) => {
      const kept: Value[] = [];
      for (const one of items as readonly Value[]) {
        const keep = operator.apply([one]);
        if (keep === undefined) return undefined;
        if (keep === true) kept.push(one);
      }
      return kept as readonly Value[] as Value;
    },
    render: ([items]) => {
      const test = operator.render([item]).text;
      const loop =
        items?.loop === undefined ? `item in ${items?.text ?? ''} if ${test}` : `${items.loop} if ${test}`;
      return { text: `[item for ${loop}]`, binding: BINDING.primary, loop };
    },
  };
}

/** The items before the first that fails the test, or from that one on. */
function leadingLoop(operator: Operator, list: ValueType, part: 'takewhile' | 'dropwhile'): Operator {
  return {
    ...operator,
    name: `${part} ${operator.name}`,
    holes: [list],
    result: list,
    narrows: true,
    cost: operator.cost + LOOP_COST + RARE_COST,
    imports: [...new Set([...operator.imports, 'itertools'])],
    variable: part === 'takewhile' ? 'leading' : 'rest',
    apply: ([items]) => {
      const all = items as readonly Value[];
      let place = 0;
      for (; place < all.length; place++) {
        const holds = operator.apply([all[place] as Value]);
        if (holds === undefined) return undefined;
        if (holds === false) break;
      }
      return (part === 'takewhile' ? all.slice(0, place) : all.slice(place)) as Value;
    },
    render: ([items]) => ({
      text: `list(itertools.${part}(lambda item: ${operator.render([item]).text}, ${items?.text ?? ''}))`,
      binding: BINDING.primary,
    }),
  };
}

/** The places of the items that pass the test. */
function placesLoop(operator: Operator, list: ValueType): Operator {
  return {
    ...operator,
    name: `places ${operator.name}`,
    holes: [list],
    result: 'integers',
    cost: operator.cost + LOOP_COST + RARE_COST,
    variable: 'places',
    apply: ([items]) => {
      const places: number[] = [];
      for (const [place, one] of (items as readonly Value[]).entries()) {
        const holds = operator.apply([one]);
        if (holds === undefined) return undefined;
        if (holds === true) places.push(place);
      }
      return places;
    },
    render: ([items]) => ({
      text: `[place for place, item in enumerate(${items?.text ?? ''}) if ${operator.render([item]).text}]`,
      binding: BINDING.primary,
    }),
  };
}

/** Each item that passes the test changed, the others as they are: `[n * 2 if n < 0 else n for n in items]`. */
export function changeWhere(test: Operator, change: Operator, cost: number): Operator {
  return {
    ...change,
    name: `map ${change.name} where ${test.name}`,
    holes: ['integers'],
    result: 'integers',
    cost,
    literals: test.literals + change.literals,
    choices: (test.choices ?? 0) + (change.choices ?? 0),
    imports: [...new Set([...test.imports, ...change.imports])],
    helpers: [...new Set([...test.helpers, ...change.helpers])],
    variable: undefined,
    apply: ([items]) => {
      const results: Value[] = [];
      for (const one of items as readonly Value[]) {
        const value = test.apply([one]) === true ? change.apply([one]) : one;
        if (value === undefined) return undefined;
        results.push(value);
      }
      return results as Value;
    },
    render: ([items]) => {
      const choice = `${change.render([item]).text} if ${test.render([item]).text} else item`;
      return {
        text: `[${choice} for ${items?.loop ?? `item in ${items?.text ?? ''}`}]`,
        binding: BINDING.primary,
      };
    },
  };
}

/** The items of a list of whole numbers that pass the test. */
export function keepWhere(test: Operator, cost: number): Operator {
  return { ...filterLoop(test, 'integers'), cost };
}

/** Each item of a list of whole numbers changed. */
export function changeEach(change: Operator, cost: number): Operator {
  return { ...mapLoop(change, 'integers', 'integers'), cost };
}
