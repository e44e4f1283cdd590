import { isJsonObject, type Json, RandomStream } from '../../core/index.js';
import { perturbInputs } from '../evidence/perturb-inputs.js';
import { applied, type Expression, evaluateExpression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { finiteNumber } from '../language/size-guards.js';
import { unaryOperator } from '../language/unary-operator.js';
import type { SearchProblem } from '../problem.js';
import { fits, type Program } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';

/** Most digits after the point that numbers are taken to be meant with. */
const MOST_DIGITS = 6;
/** How often the inputs get other numbers: a few products in a hundred are noisy. */
const ROUNDS = 20;
/** How far floats may lie from the decimal number that is meant, relative to their size, or to 1. */
const NOISE = 1e-12;

/**
 * A solution whose numbers are decimal but for the noise of floats, `3 * 1.1`, which gives `3.3000000000000003`: rounded to the
 * digits that are meant, if inputs near the examples show such noise and outputs don't. Any other solution as it is: `1 / 3`
 * needs all of its digits.
 */
export function withoutNoise(solution: Solution, problem: SearchProblem): Solution {
  const { program } = solution;
  if (program.kind !== 'expression' || program.expression.type !== 'number') return solution;
  const inputs = [...problem.train, ...problem.holdout].map(({ input }) => input);
  const random = new RandomStream(0, 'search/noise');
  const near = [
    ...perturbInputs(inputs, random),
    ...Array.from({ length: ROUNDS }, () => inputs.map((input) => renumbered(input, random))).flat(),
  ];
  const digits = noisyDigits(program.expression, [...inputs, ...near]);
  if (digits === null) return solution;
  const rounded: Program = {
    kind: 'expression',
    expression: applied(roundedTo(digits), [program.expression]),
  };
  return fits(rounded, problem.train)
    ? { ...solution, program: rounded, holds: holdsOut(rounded, problem) }
    : solution;
}

/** The same with other digits: as many in texts, and numbers as large. */
function renumbered(value: Json, random: RandomStream): Json {
  if (typeof value === 'string') return value.replace(/[1-9]/g, () => String(random.integer(1, 9)));
  if (typeof value === 'number') return Number(renumbered(String(value), random));
  if (Array.isArray(value)) return value.map((item: Json) => renumbered(item, random));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renumbered(inner, random)]));
}

/** Digits after the point that the values are meant with; null where no value is noisy, or one needs all of its digits. */
function noisyDigits(expression: Expression, inputs: readonly Json[]): number | null {
  const values = inputs
    .map((input) => evaluateExpression(expression, input))
    .filter((value) => typeof value === 'number');
  const digits = Math.max(0, ...values.map(digitsMeant));
  const isNoisy = values.some((value) => Number(value.toFixed(digits)) !== value);
  return digits === 0 || digits > MOST_DIGITS || !isNoisy ? null : digits;
}

/** Digits after the point of the shortest decimal number that a float is but for noise. */
function digitsMeant(value: number): number {
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    if (isNear(value, digits)) return digits;
  }
  return MOST_DIGITS + 1;
}

function isNear(value: number, digits: number): boolean {
  const size = Math.abs(value);
  return size < 1e9 && Math.abs(Number(value.toFixed(digits)) - value) <= NOISE * Math.max(1, size);
}

/** `round(value, digits)` of a float with no more digits but for noise: far from halves, of which engines round some up. */
export function roundedTo(digits: number): Operator {
  return unaryOperator({
    name: `without_noise(${digits})`,
    hole: 'number',
    result: 'number',
    variable: 'rounded',
    apply: (value) => (isNear(value, digits) ? finiteNumber(Number(value.toFixed(digits))) : undefined),
    python: ({ text }) => `round(${text}, ${digits})`,
  });
}
