import type { Expression } from '../language/expression.js';
import { applied } from '../language/expression.js';
import { instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { conversions, fixedPoint } from '../library/conversions.js';

/** How numbers of a column are written. */
export interface NumberNotation {
  /** Digits after the point, at most. */
  readonly digits: number;
  /** Whether zeros at the end are written: all of them, none, or one behind the point as Python does. */
  readonly zeros: 'all' | 'none' | 'one';
  readonly hasThousands: boolean;
}

const WRITTEN = /^-?(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?$/;

/** The one notation that all of the numbers have; null where there is none. */
export function notationOf(numbers: readonly string[]): NumberNotation | null {
  if (!numbers.every((number) => WRITTEN.test(number))) return null;
  const hasThousands = numbers.some((number) => number.includes(','));
  if (hasThousands && numbers.some((number) => /[0-9]{4}/.test(number.split('.')[0] ?? ''))) return null;
  const fractions = numbers.map((number) => number.split('.')[1] ?? '');
  const digits = Math.max(...fractions.map(({ length }) => length));
  if (fractions.every(({ length }) => length === digits)) return { digits, zeros: 'all', hasThousands };
  if (hasThousands) return null;
  if (fractions.every((fraction) => !fraction.endsWith('0'))) return { digits, zeros: 'none', hasThousands };
  const isPython = fractions.every((fraction) => fraction !== '' && /^0$|[1-9]$/.test(fraction));
  return isPython ? { digits, zeros: 'one', hasThousands } : null;
}

/** Digits after the point. */
export function fractionDigits(number: string): number {
  return number.split('.')[1]?.length ?? 0;
}

/** A number as so many units of its last digit: exact; NaN where it is too long. */
export function scaled(number: string, digits: number): number {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const units = Number(whole + fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(units) ? units + 0 : Number.NaN;
}

/** A number written in a notation. */
export function written(number: Expression, { digits, zeros, hasThousands }: NumberNotation): Expression {
  if (zeros === 'one') return applied(pythonFloat, [number]);
  if (zeros === 'none' && digits > 0) return applied(withoutZeros(digits), [number]);
  const isWhole = digits === 0 && number.type === 'integer';
  if (hasThousands)
    return applied(isWhole ? entry('thousands') : entry('fixed_point_thousands', digits), [number]);
  return applied(isWhole ? entry('integer_text') : entry('fixed_point', digits), [number]);
}

/** An operator of the library's conversions. */
export function entry(name: string, count = 0): Operator {
  const found = conversions.find((one) => one.name === name);
  const [operator] =
    found === undefined ? [] : instantiate(found, { ...NO_CONSTANTS, count: [{ value: count, cost: 0 }] });
  if (operator === undefined) throw new RangeError(`The library has no ${name}.`);
  return operator;
}

/** `'{:.2f}'.format(number)` without the zeros at its end, and the point where nothing is behind it. */
export function withoutZeros(digits: number): Operator {
  return {
    ...entry('fixed_point', digits),
    name: `without_zeros(${digits})`,
    apply: ([number]: readonly Value[]) =>
      typeof number === 'number' ? fixedPoint(number, digits)?.replace(/(?:\.|(?<!0))0+$/, '') : undefined,
    render: ([number]) => ({
      text: `'{:.${digits}f}'.format(${number?.text ?? ''}).rstrip('0').rstrip('.')`,
      binding: BINDING.primary,
    }),
  };
}

/** `str(number)` of a float without an exponent. */
export const pythonFloat: Operator = {
  ...entry('number_text'),
  name: 'python_float',
  apply: ([number]: readonly Value[]) => {
    if (typeof number !== 'number' || Object.is(number, -0)) return undefined;
    const size = Math.abs(number);
    if (size >= 1e15 || (size < 1e-4 && size > 0)) return undefined;
    return Number.isInteger(number) ? number.toFixed(1) : String(number);
  },
};
