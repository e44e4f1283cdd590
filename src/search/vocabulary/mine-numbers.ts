import { isJsonObject, type Json } from '../../core/index.js';
import { constantOperator, type Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { fitLinear } from './fit-linear.js';
import { textsIn } from './mine-constants.js';
import { decimalsOf, halfOfLastPlace, singleNumber } from './single-number.js';
import { wholeParts } from './whole-parts.js';

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
  const isOfLists = leaves.some(({ result }) => result === 'integers');
  if (isOfLists) {
    for (let digit = 3; digit <= 9; digit++) costs.set(digit, digit < 6 ? 2 : 3);
  }
  const offer = (value: number, cost: number): void => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e9) return;
    costs.set(value, Math.min(cost, costs.get(value) ?? Number.POSITIVE_INFINITY));
  };
  const parts = leaves.slice(0, MOST_LINES).flatMap((leaf) => wholeParts(problem, leaf));
  for (const value of parts) offer(value, 1);
  for (const leaf of leaves.slice(0, MOST_LINES)) {
    // Where a division by 60 fits, one by 59 is none that a line tells.
    for (const value of lineConstants(problem, leaf)) offer(value, parts.length > 0 ? 2 : 1);
  }
  for (const value of sumConstants(problem)) offer(value, 1);
  // In lists of numbers, some come up again by chance.
  const fewest = isOfLists ? Math.max(2, problem.train.length / 2) : 2;
  for (const value of repeatedOutputs(problem, fewest)) offer(value, 2);
  for (const leaf of leaves.slice(0, MOST_LINES)) {
    for (const [rank, value] of factors(problem, leaf).entries()) offer(value, Math.min(rank + 1, 3));
  }
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
  // To divide by 100 is exact where to multiply by 0.01 is not.
  const rounded = isWholeInverse(slope) ? [] : [0, 1, 2, 3].map((digits) => Number(slope.toFixed(digits)));
  const inverse = slope === 0 ? [] : [Number((1 / slope).toFixed(0)), Number((1 / slope).toFixed(2))];
  return [...rounded, ...inverse, Number(intercept.toFixed(0)), Number(intercept.toFixed(2))].filter(
    (value) => value !== 0,
  );
}

/** Factors between units that people convert, both ways: pounds, miles, inches, feet, gallons, ounces, hours. */
const FACTORS: readonly number[] = [
  2.20462, 2.2046, 2.205, 0.453592, 0.45359237, 1.609344, 1.60934, 1.609, 0.621371, 2.54, 0.393701, 3.28084,
  0.3048, 0.264172, 3.78541, 3.785411784, 28.3495, 0.035274, 3.6, 60, 0.0254, 1.8,
];

/**
 * Factors that explain outputs rounded to a few digits: those between units that lie between the lowest and the highest
 * one possible, and the shortest decimal there if no other is as short. The likeliest first.
 */
function factors(problem: SearchProblem, leaf: Operator): number[] {
  const points = problem.train.map(({ input, output }) => ({
    x: singleNumber(leaf.leaf?.(input) ?? null),
    y: singleNumber(output),
  }));
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const half = halfOfLastPlace(Math.max(...points.map(({ y }) => decimalsOf(y ?? 0))));
  for (const { x, y } of points) {
    if (x === null || y === null || x <= 0) return [];
    low = Math.max(low, (y - half) / x);
    high = Math.min(high, (y + half) / x);
  }
  if (!(low <= high) || points.length < 2) return [];
  const direct = FACTORS.filter((factor) => factor >= low && factor <= high);
  const inverse = FACTORS.filter((factor) => 1 / factor >= low && 1 / factor <= high);
  const shortest = [0, 1, 2, 3, 4, 5, 6]
    .map((places) => onlyOne(low, high, places))
    .find((value) => value !== undefined);
  const chosen = [...direct, ...inverse].slice(0, 3);
  if (shortest === undefined || shortest === 1) return chosen;
  return [...chosen, isWholeInverse(shortest) ? Math.round(1 / shortest) : shortest];
}

/** The one decimal of so many places that lies between two numbers: of several, any may be meant. */
function onlyOne(low: number, high: number, places: number): number | undefined {
  const [first, last] = [Math.ceil(low * 10 ** places), Math.floor(high * 10 ** places)];
  return first === last ? Number((first / 10 ** places).toFixed(places)) : undefined;
}

/** Whether a factor is one part of a whole number: 0.01, 0.125. */
function isWholeInverse(factor: number): boolean {
  const inverse = 1 / factor;
  return Math.abs(factor) < 1 && Math.abs(inverse - Math.round(inverse)) < 1e-9 * Math.abs(inverse);
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

/** Numbers that at least so many outputs hold. */
function repeatedOutputs(problem: SearchProblem, fewest: number): number[] {
  const counts = new Map<number, number>();
  for (const { output } of problem.train) {
    const seen = new Set([...numbersIn(output), ...textsIn(output).flatMap(numbersInText)]);
    for (const value of seen) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= fewest).map(([value]) => value);
}

function numbersIn(value: Json): number[] {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value.flatMap(numbersIn) : [];
}

function numbersInText(text: string): number[] {
  return (text.match(/\d{1,9}/g) ?? []).map(Number);
}
