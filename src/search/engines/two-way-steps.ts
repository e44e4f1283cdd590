import { applied } from '../language/expression.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { changeWhere } from '../vocabulary/list-loops.js';
import { withNumber } from '../vocabulary/operators.js';
import type { ChainStep } from './chain-steps.js';

/** What such a step costs: a filter's and a change's. */
const COST = 10;

/**
 * Some items changed and the others left as they are, as steps anywhere in a chain: the even ones halved, the odd ones
 * negated. As a last step any other test and number follow from the outputs.
 *
 * @param hasNegatives - whether items below zero are among the examples
 */
export function twoWaySteps(library: readonly LibraryEntry[], hasNegatives: boolean): readonly ChainStep[] {
  const entries = new Map(library.map((entry) => [entry.name, entry]));
  const number = (name: string, value: number): Operator[] => {
    const entry = entries.get(name);
    return entry === undefined ? [] : [withNumber(entry, value)];
  };
  const plain = (name: string, constants: Partial<typeof NO_CONSTANTS> = {}): Operator[] => {
    const entry = entries.get(name);
    return entry === undefined ? [] : instantiate(entry, { ...NO_CONSTANTS, ...constants });
  };
  const even = plain('divisible', { divisor: [{ value: 2, cost: 0 }] });
  const odd = plain('remainder_1_of_2');
  const signs = hasNegatives ? [...number('more', 0), ...number('less', 0)] : [];
  const changes = [
    ...plain('negate'),
    ...number('multiply', 2),
    ...number('multiply', 0),
    ...number('add', 1),
    ...number('subtract', 1),
  ];
  const pairs = [...even, ...odd, ...signs].flatMap((test) =>
    changes.map((change) => [test, change] as const),
  );
  const halved = [...even, ...odd].flatMap((test) =>
    number('floor_divide', 2).map((change) => [test, change] as const),
  );
  return [...halved, ...pairs].map(([test, change]) => stepOf(changeWhere(test, change, COST)));
}

function stepOf(operator: Operator): ChainStep {
  return {
    result: 'integers',
    cost: operator.cost,
    apply: (items) => operator.apply([items]),
    after: (list) => ({ ...applied(operator, [list]), type: 'integers' }),
  };
}
