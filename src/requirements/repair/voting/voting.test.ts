import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateArithmetic } from './arithmetic.js';
import { mathAnswer, normaliseMath, sameMathAnswer } from './math-answer.js';
import { rougeL } from './rouge-l.js';

describe('mathAnswer', () => {
  it.each([
    ['so \\boxed{2}', '2'],
    ['first \\boxed{1}, then \\boxed{\\frac{1}{2}}', '1/2'],
    ['\\boxed{\\text{blue}}', 'blue'],
    ['\\boxed{\\dfrac{3}{6}}', '1/2'],
    ['The answer is 0.50.', '1/2'],
    ['**Answer:** 1,234', '1234'],
    ['the answer is $x = 7$.', '7'],
    ['I get 12 apples and 30 pears', '30'],
    ['it is 50%', '1/2'],
    ['it is 50\\%', '1/2'],
    ['work\nx = 3', '3'],
    ['(1, 0.5)', '1/2'],
    ['no number at all', null],
    ['\\fbox{3} and more', '3'],
    ['\\boxed{1', '1'],
    ['the answer is: **5**', '5'],
    ['answer: 6\nanswer: 7', '7'],
    ['the answer is 8。', '8'],
    ['x = 3\nso 4 = y', '4'],
    ['x = \\frac{1}{2}', '1/2'],
    ['a == 5', '5'],
    ['-3 degrees', '-3'],
    ['it is 3 / 4', '3/4'],
    ['10, 20,', '20'],
    ['1,234.50', '2469/2'],
    ['', null],
  ])('reads %j as %j', (text, answer) => {
    expect(mathAnswer(text)).toBe(answer);
  });

  it.each([
    ['1+1', '2', true],
    ['2', '3', false],
    ['\\frac{1}{2}', '0.5', true],
    ['\\frac12', '1/2', true],
    ['2^{10}', '1024', true],
    ['2^{-3}', '1/8', true],
    ['2(3+4)', '14', true],
    ['-(-3)', '3', true],
    ['1/0', '0', false],
    ['\\left(1, \\frac{2}{4}\\right)', '(1,0.5)', true],
    ['(1,2)', '(2,1)', false],
    ['\\sqrt{2}', '\\sqrt{ 2 }', true],
    ['90^\\circ', '90', true],
    ['$1{,}000$', '1{,}000', true],
    ['−5', '-5', true],
    ['3 \\times 4', '12', true],
    ['3 \\cdot 4', '12', true],
    ['6 \\div 4', '3/2', true],
    ['6÷4', '1.5', true],
    ['2×3', '6', true],
    ['2**3', '8', true],
    ['2^3^2', '512', true],
    ['-2^2', '-4', true],
    ['2^65', String(2n ** 65n), false],
    ['2^64', String(2n ** 64n), true],
    ['2^(1/2)', '2^(1/2)', true],
    ['0^(-1)', '0', false],
    ['10-3-2', '5', true],
    ['12/3/2', '2', true],
    ['+-+3', '-3', true],
    ['.5', '0.50', true],
    ['5.', '5', true],
    ['25\\%', '0.25', true],
    ['-1/-2', '1/2', true],
    ['1/-2', '-1/2', true],
    ['\\mathrm{m}', 'm', true],
    ['€5', '$5', true],
    ['x = y = 5', '5', true],
    ['x >= 5', '5', false],
    ['x != 5', '5', false],
    ['[1, 1/2]', '[1,0.5]', true],
    ['(1,2)', '[1,2]', false],
    ['1,2', '1,3', false],
    ['{(1,2),(3,4)}', '{(1,2),(3, 8/2)}', true],
    ['1 2', '12', true],
    ['2(3', '6', false],
    ['()', '0', false],
    ['1+', '1', false],
    ['', '0', false],
  ])('takes %j and %j as the same: %s', (left, right, same) => {
    expect(sameMathAnswer(left, right)).toBe(same);
    expect(sameMathAnswer(right, left)).toBe(same);
  });

  it('computes exactly what JavaScript computes for small whole numbers', () => {
    const expression: fc.Arbitrary<string> = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.integer({ min: 0, max: 99 }).map(String),
        fc
          .tuple(tie('node'), fc.constantFrom('+', '-', '*'), tie('node'))
          .map(([a, op, b]) => `(${a}${op}${b})`),
      ),
    })).node as fc.Arbitrary<string>;
    fc.assert(
      fc.property(expression, (text) => {
        const value = evaluateArithmetic(text);
        expect(value?.denominator).toBe(1n);
        expect(value?.numerator).toBe(evaluateSimply(text));
      }),
    );
  });

  it('takes no harm from hostile text', () => {
    for (const text of [
      '('.repeat(100_000),
      '\\frac'.repeat(50_000),
      '9^9^9^9^9^9',
      '9'.repeat(100_000),
      '{'.repeat(100_000),
      'answer is '.repeat(20_000),
    ]) {
      expect(() => mathAnswer(text)).not.toThrow();
      expect(() => normaliseMath(text.slice(0, 20_000))).not.toThrow();
    }
  });
});

/** Evaluates fully parenthesised sums and products of whole numbers by reducing innermost parentheses. */
function evaluateSimply(text: string): bigint {
  let rest = text;
  const innermost = /\((-?\d+)([-+*])(-?\d+)\)/;
  for (let found = innermost.exec(rest); found !== null; found = innermost.exec(rest)) {
    const [whole, left = '0', operator, right = '0'] = found;
    const [a, b] = [BigInt(left), BigInt(right)];
    rest = rest.replace(whole, `${operator === '+' ? a + b : operator === '-' ? a - b : a * b}`);
  }
  return BigInt(rest);
}

describe('rougeL', () => {
  it('is 1 for the same words, 0 for none in common, and between otherwise', () => {
    expect(rougeL('The cats sat.', 'the cat sat')).toBe(1);
    expect(rougeL('one two', 'three four')).toBe(0);
    expect(rougeL('', 'x')).toBe(0);
    expect(rougeL('police killed the gunman', 'police kill the gunman')).toBe(1);
    expect(rougeL('a b c d', 'a c d e')).toBeCloseTo(0.75);
  });

  it('agrees with the textbook table, and is symmetric', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const score = rougeL(left.join(' '), right.join(' '));
        expect(score).toBeCloseTo((2 * commonLength(left, right)) / (left.length + right.length), 12);
        expect(rougeL(right.join(' '), left.join(' '))).toBe(score);
      }),
    );
  });
});

function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [j, other] of right.entries()) {
      next.push(word === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
