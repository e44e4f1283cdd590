/** A fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Digits that a number may have; larger ones are not computed with. */
const MAX_DIGITS = 400;
const MAX_EXPONENT = 64n;

/** The fraction in lowest terms, or null when the denominator is 0 or a part grows too large. */
export function rational(numerator: bigint, denominator: bigint): Rational | null {
  if (denominator === 0n) return null;
  const divisor = greatestCommonDivisor(
    numerator < 0n ? -numerator : numerator,
    denominator < 0n ? -denominator : denominator,
  );
  const sign = denominator < 0n ? -1n : 1n;
  const result = { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
  const digits = result.numerator.toString().length + result.denominator.toString().length;
  return digits > MAX_DIGITS ? null : result;
}

/** Reads `12`, `3.50`, `.5`. Null for anything else. */
export function readDecimal(text: string): Rational | null {
  const parts = /^(\d*)(?:\.(\d+))?$/.exec(text);
  const [, whole = '', fraction = ''] = parts ?? [];
  if (parts === null || whole + fraction === '' || text.length > MAX_DIGITS) return null;
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

/** `3`, `-1/2`. */
export function writeRational({ numerator, denominator }: Rational): string {
  return denominator === 1n ? numerator.toString() : `${numerator}/${denominator}`;
}

/** One of the four operations, or a whole power of at most 64; null where it has no value here. */
export function applyOperator(operator: string, left: Rational, right: Rational): Rational | null {
  const { numerator: a, denominator: b } = left;
  const { numerator: c, denominator: d } = right;
  switch (operator) {
    case '+':
      return rational(a * d + c * b, b * d);
    case '-':
      return rational(a * d - c * b, b * d);
    case '*':
      return rational(a * c, b * d);
    case '/':
      return rational(a * d, b * c);
    case '^':
      if (d !== 1n || c > MAX_EXPONENT || c < -MAX_EXPONENT) return null;
      return c >= 0n ? rational(a ** c, b ** c) : rational(b ** -c, a ** -c);
    default:
      return null;
  }
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
