import { isJsonObject, type Json } from '../../core/index.js';
import { fitLinear } from './fit-linear.js';
import { textsIn } from './mine-constants.js';
import { constantOperator, type Operator } from './operator.js';
import type { SearchProblem } from './problem.js';
import type { Value } from './value-type.js';

/** Most mined numbers offered to arithmetic. */
const MOST_NUMBERS = 16;
/** Most inputs that a straight line is drawn against. */
const MOST_LINES = 8;

/**
 * Numbers worth trying in arithmetic: small ones, those written in the examples' outputs, and slope and intercept
 * of a straight line from each number in the input to the output. They are leaves of the search.
 */
export function numberLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const costs = new Map<number, number>([
    [1, 1],
    [2, 1],
    [0, 2],
    [10, 2],
    [100, 2],
    [3, 2],
  ]);
  if (leaves.some(({ result }) => result === 'integers')) {
    for (let digit = 3; digit <= 9; digit++) costs.set(digit, digit < 6 ? 2 : 3);
  }
  const offer = (value: number, cost: number): void => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e9) return;
    costs.set(value, Math.min(cost, costs.get(value) ?? Number.POSITIVE_INFINITY));
  };
  for (const leaf of leaves.slice(0, MOST_LINES)) {
    for (const value of lineConstants(problem, leaf)) offer(value, 1);
  }
  for (const value of sumConstants(problem)) offer(value, 1);
  for (const value of repeatedOutputs(problem)) offer(value, 2);
  return [...costs]
    .sort(([left, leftCost], [right, rightCost]) => leftCost - rightCost || left - right)
    .slice(0, MOST_NUMBERS)
    .map(([value, cost]) => constantOperator(value, Number.isInteger(value) ? 'integer' : 'number', cost));
}

/** Slope and intercept of the line through the two outermost examples, also rounded, if all lie near it. */
function lineConstants(problem: SearchProblem, leaf: Operator): number[] {
  const points = problem.train.flatMap(({ input, output }) => {
    const x = singleNumber(leaf.leaf?.(input) ?? null);
    const y = singleNumber(output);
    return x === null || y === null ? [] : [{ x, y }];
  });
  if (points.length < 2 || points.length !== problem.train.length) return [];
  const ordered = [...points].sort((left, right) => left.x - right.x);
  const first = ordered[0];
  const last = ordered.at(-1);
  if (first === undefined || last === undefined || first.x === last.x) return [];
  const slope = (last.y - first.y) / (last.x - first.x);
  const intercept = first.y - slope * first.x;
  const isNear = points.every(({ x, y }) => Math.abs(slope * x + intercept - y) <= 1);
  if (!isNear) return [];
  const rounded = [0, 1, 2, 3].map((digits) => Number(slope.toFixed(digits)));
  const inverse = slope === 0 ? [] : [Number((1 / slope).toFixed(0)), Number((1 / slope).toFixed(2))];
  return [...rounded, ...inverse, Number(intercept.toFixed(0)), Number(intercept.toFixed(2))].filter(
    (value) => value !== 0,
  );
}

/** Most numbers of an input that a weighted sum is taken of. */
const MOST_TERMS = 4;

/** Weights and offset of the outputs as a weighted sum of the numbers in the inputs, when they are nearly round. */
function sumConstants(problem: SearchProblem): number[] {
  const rows = problem.train.map(({ input }) => allNumbers(input));
  const outputs = problem.train.map(({ output }) => singleNumber(output));
  const terms = rows[0]?.length ?? 0;
  if (terms < 2 || terms > MOST_TERMS || rows.some((row) => row.length !== terms)) return [];
  const targets = outputs.filter((output) => output !== null);
  if (targets.length !== rows.length) return [];
  const weights = fitLinear(rows, targets);
  if (weights === null) return [];
  return weights.map((weight) => Number(weight.toFixed(4))).filter((weight) => weight !== 0 && weight !== 1);
}

/** Every number in a value, in order: JSON numbers and the runs of digits in texts. */
function allNumbers(value: Json): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return (value.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  if (Array.isArray(value)) return value.flatMap(allNumbers);
  return isJsonObject(value) ? Object.values(value).flatMap(allNumbers) : [];
}

function singleNumber(value: Json | Value): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const found = value.match(/(?<!\w)-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/g);
    return found?.length === 1 ? Number(found[0]) : null;
  }
  return null;
}

function repeatedOutputs(problem: SearchProblem): number[] {
  const counts = new Map<number, number>();
  for (const { output } of problem.train) {
    const seen = new Set([...numbersIn(output), ...textsIn(output).flatMap(numbersInText)]);
    for (const value of seen) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= 2).map(([value]) => value);
}

function numbersIn(value: Json): number[] {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value.flatMap(numbersIn) : [];
}

function numbersInText(text: string): number[] {
  return (text.match(/\d{1,9}/g) ?? []).map(Number);
}
