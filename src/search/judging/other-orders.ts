import { type Expression, expressionName, withInstead } from '../language/expression.js';
import { type Program, programOf } from '../programs/program.js';

/** Most programs that are made: all orders of four steps. */
const MOST_ORDERS = 24;

/**
 * The program with the steps that it takes one after another in other orders: *backwards, then each once* for *each once, then
 * backwards*. Which of them fit the examples, and where these differ, is for the caller to see.
 */
export function otherOrders(program: Program): readonly Program[] {
  if (program.kind !== 'expression') return [];
  const orders = new Map([[expressionName(program.expression), program.expression]]);
  for (const order of orders.values()) {
    for (const swapped of swaps(order)) {
      if (orders.size < MOST_ORDERS) orders.set(expressionName(swapped), swapped);
    }
  }
  return [...orders.values()].slice(1).map(programOf);
}

/** The expression with two steps that follow on each other swapped, in each place where that can be. */
function swaps(whole: Expression): readonly Expression[] {
  const found = whole.args.flatMap((argument) =>
    swaps(argument).map((swapped) => withInstead(whole, argument, swapped)),
  );
  const first = before(whole);
  const start = first === null ? null : before(first);
  if (first === null || start === null) return found;
  return [...found, withInstead(first, start, withInstead(whole, first, start))];
}

/** What a step was taken on: the longest of its arguments, if it is of the type that the step gives. */
function before({ args, type }: Expression): Expression | null {
  const [longest] = args.toSorted((left, right) => right.cost - left.cost);
  return longest?.type === type ? longest : null;
}
