import { applied, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { BINDING, bracketed } from '../language/python-source.js';
import { finiteNumber } from '../language/size-guards.js';
import { unaryOperator } from '../language/unary-operator.js';
import type { Value } from '../language/value-type.js';
import { type Candidate, fitting } from './candidates.js';
import { entry, fractionDigits, withoutZeros } from './number-notation.js';

/** Units of one kind each, by what one of them is worth in the first. */
const KINDS: readonly (readonly number[])[] = [
  // Length: millimetre, centimetre, metre, kilometre, inch, foot, yard, mile, nautical mile.
  [1, 10, 1000, 1e6, 25.4, 304.8, 914.4, 1_609_344, 1_852_000],
  // Mass: milligram, gram, kilogram, tonne, ounce, pound, stone.
  [0.001, 1, 1000, 1e6, 28.349523125, 453.59237, 6350.29318],
  // Volume: millilitre, litre, teaspoon, tablespoon, fluid ounce, cup, pint, quart, gallon.
  [1, 1000, 4.92892159375, 14.78676478125, 29.5735295625, 236.5882365, 473.176473, 946.352946, 3785.411784],
  // Area: square centimetre, metre, hectare, square kilometre, square inch, foot, yard, acre, square mile.
  [1, 1e4, 1e8, 1e10, 6.4516, 929.0304, 8361.2736, 40_468_564.224, 25_899_881_103.36],
  // Speed: metre a second, kilometre an hour, mile an hour, knot.
  [3.6, 1, 1.609344, 1.852],
  // Time: second, minute, hour, day, week.
  [1, 60, 3600, 86_400, 604_800],
  // Energy: joule, kilojoule, calorie, kilocalorie, watt hour, kilowatt hour.
  [1, 1000, 4.184, 4184, 3600, 3_600_000],
  // Angle: degree, gradian, turn.
  [1, 0.9, 360],
];
/** Of larger numbers, Python computes whole ones more exactly. */
const LARGEST = 1e15;
/** Digits to which a ratio of units is exact. */
const DIGITS_OF_RATIOS = 12;
/** Significant digits that conversions are written with: six is what `g` means. */
const SIGNIFICANT = { fewest: 3, usual: 6, most: 12, weight: 1, weightOfOthers: 0.3 } as const;
/** How common it is that zeros at the end are left out, and significant digits other than the usual ones where they may be. */
const WITHOUT_ZEROS = { weight: 0.5, weightOfOthers: 0.1 } as const;
/** Digits after the point, beyond which floats are noise. */
const MOST_PLACES = 9;
/** Fewest digits after the point that tell one conversion from another. */
const FEWEST_PLACES = 3;
/** Digits that a number is written out to, to see whether it lies halfway between two others. */
const ALL_DIGITS = 100;
/** Below it, and from as many digits as are written, Python writes an exponent. */
const SMALLEST = 1e-4;

/**
 * The ways to write a number in another unit: to so many significant digits, `0.393701` and `39.3701`, as calculators do, or to so
 * many digits after the point, with zeros at the end or without.
 */
export function inOtherUnit(number: Expression, outputs: readonly string[]): readonly Candidate[] {
  const writings = writingsOf(outputs);
  if (writings.length === 0) return [];
  return [...ratios(), celsius, fahrenheit].flatMap((conversion) => {
    const converted = applied(conversion, [number]);
    if (!isNear(converted, outputs)) return [];
    const candidates = writings.map(({ writing, weight }) => ({
      pieces: [applied(writing, [converted])],
      weight,
    }));
    return fitting(candidates, [outputs]);
  });
}

/** Whether the values are less than one unit of the last digit off the outputs. */
function isNear({ values }: Expression, outputs: readonly string[]): boolean {
  return outputs.every(
    (output, index) => Math.abs(Number(values[index]) - Number(output)) < 10 ** -fractionDigits(output),
  );
}

function writingsOf(
  outputs: readonly string[],
): readonly { readonly writing: Operator; readonly weight: number }[] {
  const digits = Math.max(...outputs.map((output) => output.replace(/^-?[0.]*|[.]/g, '').length));
  if (digits < SIGNIFICANT.fewest || digits > SIGNIFICANT.most) return [];
  const [places = 0, ...others] = new Set(outputs.map(fractionDigits));
  const most = Math.max(digits, SIGNIFICANT.usual);
  const usual = {
    writing: significant(most),
    weight: most === SIGNIFICANT.usual ? SIGNIFICANT.weight : SIGNIFICANT.weightOfOthers,
  };
  if (others.length > 0) {
    const longest = Math.min(MOST_PLACES, Math.max(places, ...others));
    return [
      usual,
      { writing: withoutZeros(longest), weight: WITHOUT_ZEROS.weight * weightOfPlaces(longest) },
      ...(digits < most ? [{ writing: significant(digits), weight: WITHOUT_ZEROS.weightOfOthers }] : []),
    ];
  }
  if (places < FEWEST_PLACES || places > MOST_PLACES) return [];
  return [{ writing: entry('fixed_point', places), weight: weightOfPlaces(places) }, usual];
}

/** How common it is to write so many digits after the point. */
function weightOfPlaces(places: number): number {
  if (places <= 3) return 1;
  return places === 4 ? 0.7 : 0.3;
}

let known: readonly Operator[] | undefined;

/** What a number of one unit is multiplied with, or divided by, for another: whichever is the shorter number. */
export function ratios(): readonly Operator[] {
  known ??= [
    ...new Map(
      KINDS.flatMap((units) => units.flatMap((from) => units.map((to) => [from, to] as const)))
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => {
          const [times, over] = [exactly(from / to), exactly(to / from)];
          return String(times).length <= String(over).length ? conversion('*', times) : conversion('/', over);
        })
        .map((operator) => [operator.name, operator] as const),
    ).values(),
  ];
  return known;
}

function exactly(ratio: number): number {
  return Number(ratio.toPrecision(DIGITS_OF_RATIOS));
}

function conversion(sign: '*' | '/', by: number): Operator {
  return converting({
    name: `convert(${sign}${by})`,
    apply: (value) => (sign === '*' ? value * by : value / by),
    python: (number) => `${number} ${sign} ${by}`,
    binding: BINDING.product,
  });
}

/** Degrees Fahrenheit as degrees Celsius. */
export const celsius: Operator = converting({
  name: 'convert(celsius)',
  apply: (degrees) => ((degrees - 32) * 5) / 9,
  python: (number) => `(${number} - 32) * 5 / 9`,
  binding: BINDING.product,
});
/** Degrees Celsius as degrees Fahrenheit. */
export const fahrenheit: Operator = converting({
  name: 'convert(fahrenheit)',
  apply: (degrees) => (degrees * 9) / 5 + 32,
  python: (number) => `${number} * 9 / 5 + 32`,
  binding: BINDING.sum,
});

function converting(options: {
  readonly name: string;
  readonly apply: (value: number) => number;
  readonly python: (number: string) => string;
  readonly binding: number;
}): Operator {
  const { name, apply, python, binding } = options;
  return unaryOperator({
    name,
    hole: 'number',
    result: 'number',
    variable: 'converted',
    apply: (value) => {
      const converted = apply(value);
      return Math.abs(converted) < LARGEST ? finiteNumber(converted) : undefined;
    },
    python: (number) => python(bracketed(number, BINDING.product)),
    binding,
  });
}

/** `'{:.6g}'.format(number)` where it has no exponent. */
export function significant(digits: number): Operator {
  return {
    ...entry('number_text'),
    name: `significant(${digits})`,
    apply: ([value]: readonly Value[]) => (typeof value === 'number' ? toDigits(value, digits) : undefined),
    render: ([number]) => ({
      text:
        digits === 6
          ? `'{:g}'.format(${number?.text ?? ''})`
          : `'{:.${digits}g}'.format(${number?.text ?? ''})`,
      binding: BINDING.primary,
    }),
  };
}

function toDigits(value: number, digits: number): string | undefined {
  const written = Number(value.toPrecision(digits));
  const size = Math.abs(written);
  if (Object.is(value, -0) || size >= 10 ** digits || (size < SMALLEST && size > 0)) return undefined;
  // Halfway between two numbers Python takes the even one.
  const rest = value
    .toPrecision(ALL_DIGITS)
    .replace(/^-?[0.]*|[.]/g, '')
    .slice(digits);
  return /^50*$/.test(rest) ? undefined : String(written);
}
