import { applyOperator, type Rational, rational, readDecimal } from './rational.js';

const MAX_CHARS = 300;
const MAX_DEPTH = 40;

/**
 * The exact value of an arithmetic expression over numbers with `+ - * / ^` and parentheses, a number before a
 * parenthesis being a product. Null for anything else: names, roots, a division by zero, more than 300 characters.
 */
export function evaluateArithmetic(expression: string): Rational | null {
  if (expression.length > MAX_CHARS) return null;
  const tokens = expression.match(/\d*\.\d+|\d+|[-+*/^()]/g) ?? [];
  if (tokens.length === 0 || tokens.join('') !== expression.replaceAll(/\s/g, '')) return null;
  const reader = { tokens, at: 0, depth: 0 };
  const value = readSum(reader);
  return reader.at === tokens.length ? value : null;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
}

function readSum(reader: Reader): Rational | null {
  return readLeftToRight(reader, ['+', '-'], readProduct);
}

function readProduct(reader: Reader): Rational | null {
  return readLeftToRight(reader, ['*', '/'], readSigned);
}

function readLeftToRight(
  reader: Reader,
  operators: readonly string[],
  readOperand: (reader: Reader) => Rational | null,
): Rational | null {
  let value = readOperand(reader);
  while (value !== null) {
    const token = reader.tokens[reader.at];
    const isImplicitProduct = token === '(' && operators.includes('*');
    if (!isImplicitProduct && !operators.includes(token ?? '')) return value;
    if (!isImplicitProduct) reader.at++;
    const operand = readOperand(reader);
    if (operand === null) return null;
    value = applyOperator(isImplicitProduct ? '*' : (token ?? ''), value, operand);
  }
  return null;
}

function readSigned(reader: Reader): Rational | null {
  let negative = false;
  while (['+', '-'].includes(reader.tokens[reader.at] ?? '')) {
    negative = (reader.tokens[reader.at++] === '-') !== negative;
  }
  const value = readPower(reader);
  return value !== null && negative ? rational(-value.numerator, value.denominator) : value;
}

function readPower(reader: Reader): Rational | null {
  const base = readAtom(reader);
  if (base === null || reader.tokens[reader.at] !== '^') return base;
  reader.at++;
  const exponent = readSigned(reader);
  return exponent === null ? null : applyOperator('^', base, exponent);
}

function readAtom(reader: Reader): Rational | null {
  const token = reader.tokens[reader.at++];
  if (token !== '(') return token === undefined ? null : readDecimal(token);
  if (++reader.depth > MAX_DEPTH) return null;
  const value = readSum(reader);
  reader.depth--;
  return reader.tokens[reader.at++] === ')' ? value : null;
}
