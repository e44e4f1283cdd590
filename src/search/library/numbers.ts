import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';

const integers = [computed('integer'), computed('integer')];
const numbers = [computed('number'), computed('number')];

/** `left % right` on whole numbers: the sign of the divisor. */
export function modulo(left: number, right: number): number | undefined {
  if (right === 0) return undefined;
  const remainder = left % right;
  return exactInteger(remainder !== 0 && remainder < 0 !== right < 0 ? remainder + right : remainder);
}

/** `round(value)`: halves go to the even neighbour. */
export function roundHalfEven(value: number): number | undefined {
  const floor = Math.floor(value);
  const rest = value - floor;
  const rounded = rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1;
  return exactInteger(rounded);
}

/** Arithmetic on numbers. */
export const numberArithmetic: readonly LibraryEntry[] = [
  {
    name: 'add',
    commutative: true,
    python: '{0~} + {1!}',
    binding: BINDING.sum,
    parameters: integers,
    result: 'integer',
    cost: 1,
    apply: (left: number, right: number) => exactInteger(left + right),
    variable: 'total',
  },
  {
    name: 'subtract',
    python: '{0~} - {1!}',
    binding: BINDING.sum,
    parameters: integers,
    result: 'integer',
    cost: 1,
    apply: (left: number, right: number) => exactInteger(left - right),
    variable: 'difference',
  },
  {
    name: 'multiply',
    commutative: true,
    python: '{0~} * {1!}',
    binding: BINDING.product,
    parameters: integers,
    result: 'integer',
    cost: 1,
    apply: (left: number, right: number) => exactInteger(left * right),
    variable: 'product',
  },
  {
    name: 'floor_divide',
    python: '{0~} // {1!}',
    binding: BINDING.product,
    parameters: integers,
    result: 'integer',
    cost: 2,
    apply: (left: number, right: number) =>
      right === 0 ? undefined : exactInteger(Math.floor(left / right)),
    variable: 'quotient',
  },
  {
    name: 'modulo',
    python: '{0~} % {1!}',
    binding: BINDING.product,
    parameters: integers,
    result: 'integer',
    cost: 2,
    apply: modulo,
    variable: 'remainder',
  },
  {
    name: 'add_numbers',
    commutative: true,
    needsFraction: true,
    python: '{0~} + {1!}',
    binding: BINDING.sum,
    parameters: numbers,
    result: 'number',
    cost: 1,
    apply: (left: number, right: number) => finiteNumber(left + right),
    variable: 'total',
  },
  {
    name: 'subtract_numbers',
    needsFraction: true,
    python: '{0~} - {1!}',
    binding: BINDING.sum,
    parameters: numbers,
    result: 'number',
    cost: 1,
    apply: (left: number, right: number) => finiteNumber(left - right),
    variable: 'difference',
  },
  {
    name: 'multiply_numbers',
    commutative: true,
    needsFraction: true,
    python: '{0~} * {1!}',
    binding: BINDING.product,
    parameters: numbers,
    result: 'number',
    cost: 1,
    apply: (left: number, right: number) => finiteNumber(left * right),
    variable: 'product',
  },
  {
    name: 'divide',
    python: '{0~} / {1!}',
    binding: BINDING.product,
    parameters: numbers,
    result: 'number',
    cost: 1,
    apply: (left: number, right: number) => (right === 0 ? undefined : finiteNumber(left / right)),
    variable: 'ratio',
  },
  {
    name: 'absolute',
    python: 'abs({0})',
    parameters: [computed('integer')],
    result: 'integer',
    cost: 2,
    apply: (value: number) => Math.abs(value),
    variable: 'size',
  },
  {
    name: 'sign',
    python: '({0!} > 0) - ({0!} < 0)',
    binding: BINDING.sum,
    parameters: [computed('integer')],
    result: 'integer',
    cost: 4,
    apply: (value: number) => Math.sign(value) + 0,
  },
  {
    name: 'absolute_number',
    needsFraction: true,
    python: 'abs({0})',
    parameters: [computed('number')],
    result: 'number',
    cost: 2,
    apply: (value: number) => Math.abs(value),
    variable: 'size',
  },
  {
    name: 'negate',
    python: '-{0!}',
    binding: BINDING.sign,
    parameters: [computed('integer')],
    result: 'integer',
    cost: 2,
    apply: (value: number) => exactInteger(0 - value),
  },
  {
    name: 'negate_number',
    needsFraction: true,
    python: '-{0!}',
    binding: BINDING.sign,
    parameters: [computed('number')],
    result: 'number',
    cost: 2,
    apply: (value: number) => -value,
  },
  {
    name: 'round',
    needsFraction: true,
    python: 'round({0})',
    parameters: [computed('number')],
    result: 'integer',
    cost: 1,
    apply: roundHalfEven,
    variable: 'rounded',
  },
  {
    name: 'truncate',
    needsFraction: true,
    python: 'int({0})',
    parameters: [computed('number')],
    result: 'integer',
    cost: 2,
    apply: (value: number) => exactInteger(Math.trunc(value)),
    variable: 'whole',
  },
  {
    name: 'round_to',
    needsFraction: true,
    // The same as round(x, digits) of a float; Monty rounds some halves the other way there.
    python: "float('{:.{1}f}'.format({0}))",
    parameters: [computed('number'), constant('count')],
    result: 'number',
    cost: 1,
    apply: roundTo,
    variable: 'rounded',
  },
  {
    name: 'minimum',
    commutative: true,
    python: 'min({0}, {1})',
    parameters: integers,
    result: 'integer',
    cost: 2,
    apply: (left: number, right: number) => Math.min(left, right),
    variable: 'lowest',
  },
  {
    name: 'maximum',
    commutative: true,
    python: 'max({0}, {1})',
    parameters: integers,
    result: 'integer',
    cost: 2,
    apply: (left: number, right: number) => Math.max(left, right),
    variable: 'highest',
  },
  {
    name: 'minimum_number',
    commutative: true,
    needsFraction: true,
    python: 'min({0}, {1})',
    parameters: numbers,
    result: 'number',
    cost: 2,
    apply: (left: number, right: number) => Math.min(left, right),
    variable: 'lowest',
  },
  {
    name: 'maximum_number',
    commutative: true,
    needsFraction: true,
    python: 'max({0}, {1})',
    parameters: numbers,
    result: 'number',
    cost: 2,
    apply: (left: number, right: number) => Math.max(left, right),
    variable: 'highest',
  },
  {
    name: 'greatest_common_divisor',
    python: 'math.gcd({0}, {1})',
    imports: ['math'],
    parameters: integers,
    result: 'integer',
    cost: 3,
    commutative: true,
    apply: (left: number, right: number) => {
      let [divisor, rest] = [Math.abs(left), Math.abs(right)];
      while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
      return divisor;
    },
    variable: 'divisor',
  },
  {
    name: 'square',
    python: '{0!} ** 2',
    binding: BINDING.sign,
    parameters: [computed('integer')],
    result: 'integer',
    cost: 1,
    apply: (value: number) => exactInteger(value * value),
    variable: 'square',
  },
];

/**
 * `round(value, digits)` where every implementation agrees: not within a hair of a half, where correct rounding
 * of the binary value and rounding of a scaled one part ways.
 */
function roundTo(value: number, digits: number): number | undefined {
  if (digits < 1 || digits > 9 || Math.abs(value) > 1e9) return undefined;
  const scaled = Math.abs(value) * 10 ** digits;
  if (Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6) return undefined;
  return Number(value.toFixed(digits));
}
