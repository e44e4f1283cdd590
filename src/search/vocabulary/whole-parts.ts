import type { Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { singleNumber } from './single-number.js';

/** Sizes of the parts that people count in: minutes, hours, days, months, and hundreds. */
const USUAL: readonly number[] = [60, 3600, 24, 7, 12, 100, 1000, 86_400, 365, 16];

/**
 * Whole numbers by which the outputs are whole parts of a number from the input, `n // 60`, or what is left over, `n % 60`. None
 * where the outputs don't tell one of the usual numbers.
 */
export function wholeParts(problem: SearchProblem, leaf: Operator): number[] {
  const points = problem.train.map(({ input, output }) => ({
    whole: singleNumber(leaf.leaf?.(input) ?? null),
    part: typeof output === 'number' ? output : null,
  }));
  const known = points.flatMap(({ whole, part }) =>
    whole !== null && part !== null && Number.isSafeInteger(whole) && Number.isSafeInteger(part)
      ? [{ whole, part }]
      : [],
  );
  if (known.length < 2 || known.length !== points.length) return [];
  if (new Set(known.map(({ part }) => part)).size < 2) return [];
  return USUAL.filter(
    (size) =>
      known.every(({ whole, part }) => Math.floor(whole / size) === part) ||
      (known.every(({ whole, part }) => whole - size * Math.floor(whole / size) === part) &&
        known.some(({ whole, part }) => whole !== part)),
  );
}
