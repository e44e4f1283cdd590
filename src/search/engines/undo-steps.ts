import { applied, type Expression, leafExpression } from '../language/expression.js';
import { constantOperator, type Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import type { Value } from '../language/value-type.js';

type Items = readonly number[];
type Rows = readonly Items[];

/** Steps that are undone one after the other, at most. */
const MOST_STEPS = 3;
/** Most rows that are looked for, and fewer of long ones. */
const MOST_TARGETS = 3000;
/** Most items in all rows that are looked for. */
const MOST_ITEMS = 200_000;

/** Rows to look for, by the {@link hashValues} of all of them. */
export interface UndoneRows {
  readonly found: ReadonlyMap<number, UndoneSteps>;
  /** The hashes of their first rows: most candidates are dropped by these alone. */
  readonly firstRows: ReadonlySet<number>;
}

/** What to compute so that a few more steps give the outputs. */
interface UndoneSteps {
  /** What the steps cost. */
  readonly cost: number;
  /** The whole expression, from one that computes what was looked for. */
  readonly redo: (inner: Expression) => Expression;
}

/**
 * Outputs that are lists, with their last steps taken back: each step that can be undone, alone and behind others. A
 * search that comes to one of these rows is at its goal, some steps early; so expressions are found whose halves are cheap
 * and whose whole is not. Deduction from the outputs as in λ² (Feser, Chaudhuri and Dillig, PLDI 2015).
 */
export function undoSteps(outputs: readonly Value[], operators: readonly Operator[]): UndoneRows {
  const found = new Map<number, UndoneSteps>();
  const firstRows = new Set<number>();
  if (!outputs.every(isItems)) return { found, firstRows };
  const undoers = undoersOf(operators);
  const items = outputs.reduce((sum, { length }) => sum + length, 1);
  const mostTargets = Math.min(MOST_TARGETS, Math.floor(MOST_ITEMS / items));
  const known = new Set([hashValues(outputs)]);
  let reached: { readonly rows: Rows; readonly steps: UndoneSteps }[] = [
    { rows: outputs, steps: { cost: 0, redo: (inner) => inner } },
  ];
  for (let step = 0; step < MOST_STEPS; step++) {
    const next: typeof reached = [];
    for (const { rows, steps } of reached) {
      for (const undo of undoers) {
        if (known.size > mostTargets) return { found, firstRows };
        for (const { inner, cost, redo } of undo(rows)) {
          const hash = hashValues(inner);
          if (known.has(hash) || isTrivial(inner)) continue;
          known.add(hash);
          const undone = {
            cost: steps.cost + cost,
            redo: (expression: Expression) => steps.redo(redo(expression)),
          };
          found.set(hash, undone);
          firstRows.add(hashValues(inner.slice(0, 1)));
          next.push({ rows: inner, steps: undone });
        }
      }
    }
    reached = next.sort((left, right) => left.steps.cost - right.steps.cost);
  }
  return { found, firstRows };
}

interface Undone {
  readonly inner: Rows;
  readonly cost: number;
  readonly redo: (inner: Expression) => Expression;
}

type Undoer = (rows: Rows) => readonly Undone[];

/** For operators on one list: what was there before them. `undefined` where nothing gives these items. */
const INVERSES: readonly (readonly [RegExp, (items: Items, constant: number) => Items | undefined])[] = [
  [/^map add\(\)\[(\d+)\]$/, (items, k) => items.map((n) => n - k)],
  [/^map subtract\(\)\[(\d+)\]$/, (items, k) => items.map((n) => n + k)],
  [/^map multiply\(\)\[(\d+)\]$/, (items, k) => (k < 2 ? undefined : divided(items, () => k))],
  [/^map square\(\)$/, (items) => whole(items.map(Math.sqrt))],
  [/^map negate\(\)$/, (items) => items.map((n) => 0 - n)],
  [/^reversed_integers\(\)$/, (items) => [...items].reverse()],
  [/^mirrored_integers\(\)$/, (items) => items.slice(0, items.length / 2)],
  [/^each_repeated_integers\((\d+)\)$/, (items, k) => items.filter((_n, place) => place % k === 0)],
  [/^repeated_integers\((\d+)\)$/, (items, k) => items.slice(0, items.length / k)],
  [/^rotated_left_integers\((\d+)\)$/, (items, k) => turned(items, -k)],
  [/^rotated_right_integers\((\d+)\)$/, (items, k) => turned(items, k)],
  [/^plus_place\(\)$/, (items) => items.map((n, place) => n - place)],
  [/^plus_number\(\)$/, (items) => items.map((n, place) => n - place - 1)],
  [/^times_number\(\)$/, (items) => divided(items, (place) => place + 1)],
  [/^running_totals\(\)$/, (items) => items.map((n, place) => n - (items[place - 1] ?? 0))],
];

/** Operators of a list and an item, by where the item comes to stand. */
const EDITS: readonly (readonly [RegExp, (items: Items) => number])[] = [
  [/^appended_integers\(\)$/, (items) => items.length - 1],
  [/^prepended_integers\(\)$/, () => 0],
  [/^inserted_at_1_integers\(\)$/, (items) => Math.min(1, items.length - 1)],
  [/^inserted_at_2_integers\(\)$/, (items) => Math.min(2, items.length - 1)],
  [/^inserted_at_3_integers\(\)$/, (items) => Math.min(3, items.length - 1)],
];

/** What an edited-in item may be of the list that it is put in. */
const ITEM_OF_LIST = /^((highest|lowest|length|sum)_integers\(\)|item_integers\((0|-1)\))$/;

function undoersOf(operators: readonly Operator[]): readonly Undoer[] {
  const items = operators.filter(({ name }) => ITEM_OF_LIST.test(name));
  return operators.flatMap((operator): Undoer[] => {
    for (const [pattern, inverse] of INVERSES) {
      const match = pattern.exec(operator.name);
      if (match !== null) return [undoUnary(operator, (row) => inverse(row, Number(match[1] ?? 0)))];
    }
    const edit = EDITS.find(([pattern]) => pattern.test(operator.name));
    return edit === undefined ? [] : [undoEdit(operator, edit[1], items)];
  });
}

function undoUnary(operator: Operator, inverse: (items: Items) => Items | undefined): Undoer {
  return (rows) => {
    const inner: Items[] = [];
    for (const row of rows) {
      const items = inverse(row);
      if (items === undefined || !isSame(operator.apply([items]), row)) return [];
      inner.push(items);
    }
    return [{ inner, cost: operator.cost, redo: (expression) => applied(operator, [expression]) }];
  };
}

function undoEdit(operator: Operator, placeOf: (items: Items) => number, items: readonly Operator[]): Undoer {
  const isListFirst = operator.holes[0] === 'integers';
  return (rows) => {
    if (rows.some((row) => row.length === 0)) return [];
    const put = rows.map((row) => row[placeOf(row)] ?? 0);
    const inner = rows.map((row) => row.filter((_n, place) => place !== placeOf(row)));
    const withItem = (item: (expression: Expression) => Expression, cost: number): Undone[] => {
      const redo = (expression: Expression): Expression =>
        applied(operator, isListFirst ? [expression, item(expression)] : [item(expression), expression]);
      return [{ inner, cost: operator.cost + cost, redo }];
    };
    const isBuilt = rows.every((row, index) => {
      const args = [inner[index] ?? [], put[index] ?? 0] as const;
      return isSame(operator.apply(isListFirst ? args : [args[1], args[0]]), row);
    });
    if (!isBuilt) return [];
    const [first = 0] = put;
    if (put.every((n) => n === first)) {
      return withItem(
        (expression) => constantFor(first, expression.values.length),
        first < 0 || first > 9 ? 3 : 1,
      );
    }
    const computed = items.find((item) => inner.every((row, index) => item.apply([row]) === put[index]));
    if (computed === undefined) return [];
    return withItem((expression) => applied(computed, [expression]), computed.cost);
  };
}

function constantFor(value: number, count: number): Expression {
  const values = Array.from({ length: count }, () => value);
  return leafExpression(constantOperator(value, 'integer', 1), values);
}

function isItems(value: Value): value is Items {
  return Array.isArray(value) && value.every((item: unknown) => Number.isSafeInteger(item));
}

/** Rows that nothing has to be computed for: they would be no evidence. */
function isTrivial(rows: Rows): boolean {
  return rows.every((row) => row.length === 0);
}

function isSame(value: Value | undefined, row: Items): boolean {
  return Array.isArray(value) && value.length === row.length && row.every((n, place) => n === value[place]);
}

function whole(items: Items): Items | undefined {
  return items.every(Number.isSafeInteger) ? items : undefined;
}

function divided(items: Items, by: (place: number) => number): Items | undefined {
  return whole(items.map((n, place) => n / by(place)));
}

function turned(items: Items, by: number): Items {
  const from = by < 0 ? items.length + by : by;
  return items.length < Math.abs(by) ? items : [...items.slice(from), ...items.slice(0, from)];
}
