import { RandomStream } from '../../core/index.js';
import type { Expression } from '../language/expression.js';
import { constantOperator, leafOperator, type Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import type { Value } from '../language/value-type.js';
import { library } from '../library/index.js';
import { buildOperators } from '../vocabulary/operators.js';
import { undoSteps } from './undo-steps.js';

const pool = { count: [1, 2, 3], times: [2, 3], index: [0, 1, -1] };

/** Operators on lists of whole numbers, with few constants. */
export const operators: readonly Operator[] = buildOperators(
  library.filter(({ parameters, result }) =>
    [...parameters.map((one) => ('constant' in one ? one.constant : one.type)), result].every((part) =>
      ['integers', 'integer', 'count', 'times', 'index'].includes(part),
    ),
  ),
  {
    ...Object.fromEntries(
      library.flatMap(({ parameters }) =>
        parameters.flatMap((one) => ('constant' in one ? [[one.constant, []] as const] : [])),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(pool).map(([role, values]) => [role, values.map((value) => ({ value, cost: 0 }))]),
    ),
  } as unknown as Parameters<typeof buildOperators>[1],
  [1, 2, 3, 5].map((value) => constantOperator(value, 'integer', 1)),
);

/** An expression with these values. */
export const leaf = (rows: readonly Value[]): Expression => ({
  operator: leafOperator({ python: 'value', result: 'integers', cost: 1, read: () => undefined }),
  args: [],
  type: 'integers',
  cost: 1,
  readsInput: true,
  values: rows,
});

function named(name: string): Operator {
  const found = operators.find((operator) => operator.name === name);
  if (found === undefined) throw new Error(`there is no operator ${name}`);
  return found;
}

/** Steps that can be taken back. */
export const STEPS: readonly Operator[] = [
  'map add()[3]',
  'map multiply()[5]',
  'map square()',
  'reversed_integers()',
  'mirrored_integers()',
  'each_repeated_integers(2)',
  'repeated_integers(3)',
  'rotated_left_integers(2)',
  'rotated_right_integers(1)',
  'plus_place()',
  'times_number()',
  'running_totals()',
].map(named);

/** Pairs of steps whose outputs are not found, or not made again, when the two are taken back. */
export function notUndone(isTried: (first: number, second: number) => boolean): readonly string[] {
  const random = new RandomStream(1, 'undo');
  const rows = [4, 6, 7].map((length) => Array.from({ length }, () => random.integer(3, 40)));
  const wanted = hashValues(rows);
  return STEPS.flatMap((first, at) =>
    STEPS.flatMap((second, then) => {
      if (!isTried(at, then)) return [];
      const outputs = rows.map((row) => second.apply([first.apply([row]) as Value]) as Value);
      if (hashValues(outputs) === wanted) return [];
      const redone = undoSteps(outputs, operators).found.get(wanted)?.redo(leaf(rows)).values;
      return JSON.stringify(redone) === JSON.stringify(outputs) ? [] : [`${first.name}, ${second.name}`];
    }),
  );
}
