import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import type { Expression } from '../language/expression.js';
import { constantOperator, leafOperator, type Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import type { Value } from '../language/value-type.js';
import { library } from '../library/index.js';
import { buildOperators } from '../vocabulary/operators.js';
import { undoSteps } from './undo-steps.js';

const pool = { count: [1, 2, 3], times: [2, 3], index: [0, 1, -1] };
const operators = buildOperators(
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

const leaf = (rows: readonly Value[]): Expression => ({
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

describe('undoSteps', () => {
  it('takes steps back and does them again, alone and behind others', () => {
    const steps = [
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
    const random = new RandomStream(1, 'undo');
    const rows = [4, 6, 7].map((length) => Array.from({ length }, () => random.integer(3, 40)));
    for (const first of steps) {
      for (const second of steps) {
        const outputs = rows.map((row) => second.apply([first.apply([row]) as Value]) as Value);
        if (hashValues(outputs) === hashValues(rows)) continue;
        const undone = undoSteps(outputs, operators).found.get(hashValues(rows));
        expect(undone?.redo(leaf(rows)).values, `${first.name}, ${second.name}`).toEqual(outputs);
      }
    }
  });

  it('takes out what was put in: a constant, or something of the list itself', () => {
    const rows = [
      [9, 4, 6],
      [2, 8, 8, 1],
      [5, 7],
    ];
    const put: readonly (readonly (readonly number[])[])[] = [
      rows.map((row) => [...row, 7]),
      rows.map((row) => [0, ...row]),
      rows.map((row) => [row.length, ...row]),
      rows.map((row) => [...row, Math.max(...row)]),
      rows.map((row) => [...row.slice(0, 2), 4, ...row.slice(2)]),
      rows.map((row) => [row.length, ...row, 7]),
    ];
    for (const outputs of put) {
      const undone = undoSteps(outputs, operators).found.get(hashValues(rows));
      expect(undone?.redo(leaf(rows)).values).toEqual(outputs);
    }
  });

  it('gives nothing for outputs that no such step makes, and for what is no list of whole numbers', () => {
    expect(undoSteps(['a', 'b'], operators).found.size).toBe(0);
    expect(undoSteps([[1.5], [2]], operators).found.size).toBe(0);
    expect(undoSteps([[], []], operators).found.size).toBe(0);
  });
});
