import { MONTHS } from '../../core/internal.js';
import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { strip } from '../language/python-text.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';
import { roundHalfEven } from './numbers.js';

const MONTH_LIST = `[${MONTHS.map((month) => `'${month}'`).join(', ')}]`;

/** `str(value)` of a float, where it is written without an exponent and is no whole number; else undefined. */
function floatText(value: number): string | undefined {
  const size = Math.abs(value);
  return !Number.isInteger(value) && size >= 1e-4 && size < 1e15 ? String(value) : undefined;
}

/** `f'{value:.Nf}'`: the binary value rounded correctly, exact halves to the even digit. */
export function fixedPoint(value: number, digits: number): string | undefined {
  if (digits < 0 || digits > 9 || Math.abs(value) >= 1e15 || Object.is(value, -0)) return undefined;
  const size = Math.abs(value);
  const isHalf = Number.isInteger(size * 2 ** (digits + 1)) && (size * 10 ** digits) % 1 === 0.5;
  if (!isHalf) return value.toFixed(digits);
  const even = roundHalfEven(size * 10 ** digits);
  return even === undefined ? undefined : `${value < 0 ? '-' : ''}${(even / 10 ** digits).toFixed(digits)}`;
}

/** `f'{text:,}'`: commas between groups of three digits. */
export function withThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(whole) ?? [];
  if (digits === '') return text;
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  const grouped = sign + groups.filter((group) => group !== '').join(',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** From text to numbers and back. */
export const conversions: readonly LibraryEntry[] = [
  {
    name: 'parse_integer',
    python: 'int({0})',
    parameters: [computed('text')],
    result: 'integer',
    cost: 1,
    apply: (value: string) =>
      /^[+-]?[0-9]{1,16}$/.test(strip(value)) ? exactInteger(Number(strip(value))) : undefined,
    variable: 'number',
  },
  {
    name: 'parse_float',
    python: 'float({0})',
    parameters: [computed('text')],
    result: 'number',
    cost: 2,
    apply: (value: string) =>
      /^[+-]?[0-9]{1,16}(\.[0-9]{0,16})?$/.test(strip(value))
        ? finiteNumber(Number(strip(value)))
        : undefined,
    variable: 'number',
  },
  {
    name: 'integer_text',
    python: 'str({0})',
    parameters: [computed('integer')],
    result: 'text',
    cost: 1,
    apply: (value: number) => String(value),
  },
  {
    name: 'number_text',
    python: 'str({0})',
    parameters: [computed('number')],
    result: 'text',
    // Where all outputs have as many digits after the point, so many are meant.
    cost: 2,
    apply: floatText,
  },
  {
    name: 'padded_integer',
    python: 'str({0}).zfill({1})',
    parameters: [computed('integer'), constant('width')],
    result: 'text',
    cost: 1,
    apply: (value: number, width: number) =>
      value < 0 || width > 100 ? undefined : String(value).padStart(width, '0'),
  },
  {
    name: 'fixed_point',
    python: "'{:.{1}f}'.format({0})",
    parameters: [computed('number'), constant('count')],
    result: 'text',
    cost: 1,
    apply: fixedPoint,
  },
  {
    name: 'fixed_point_thousands',
    python: "'{:,.{1}f}'.format({0})",
    parameters: [computed('number'), constant('count')],
    result: 'text',
    cost: 2,
    apply: (value: number, digits: number) => {
      const fixed = fixedPoint(value, digits);
      return fixed === undefined ? undefined : withThousands(fixed);
    },
  },
  {
    name: 'thousands',
    python: "'{:,}'.format({0})",
    parameters: [computed('integer')],
    result: 'text',
    cost: 1,
    apply: (value: number) => withThousands(String(value)),
  },
  {
    name: 'digits_of_number',
    python: '[int(digit) for digit in str({0})]',
    parameters: [computed('integer')],
    result: 'integers',
    cost: 2,
    apply: (value: number) => (value < 0 ? undefined : Array.from(String(value), Number)),
    variable: 'digits',
  },
  {
    name: 'month_name',
    python: `${MONTH_LIST}[{0} - 1]`,
    parameters: [computed('integer')],
    result: 'text',
    cost: 2,
    apply: (value: number) => (value >= 1 && value <= 12 ? MONTHS[value - 1] : undefined),
    variable: 'month',
  },
];
