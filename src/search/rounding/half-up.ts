import type { Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { decimalsOf } from '../vocabulary/single-number.js';
import { roundingNumber } from './rounding-operators.js';

/** Dearer than Python's own rounding, which says the same unless a number is in the middle. */
const COST = 3;
const MOST_DECIMALS = 4;

/** Rounding as spreadsheets do it, to as many places as the outputs have: 0.125 is 0.13. None where they are no fractions. */
export function halfUp({ train }: SearchProblem): readonly Operator[] {
  const outputs = train.map(({ output }) => output);
  if (!outputs.every((output) => typeof output === 'number')) return [];
  const decimals = Math.max(...outputs.map(decimalsOf));
  if (decimals < 1 || decimals > MOST_DECIMALS) return [];
  const operator = roundingNumber({ step: 1 / 10 ** decimals, offset: 0, mode: 'nearest' });
  return [{ ...operator, cost: COST, choices: 0, needsFraction: true }];
}
