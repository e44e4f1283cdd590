import type { Enumerator } from '../enumeration/enumerator.js';
import { type Expression, leafExpression } from '../language/expression.js';
import { constantOperator, instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { fits, type Program } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { fitLinear } from '../vocabulary/fit-linear.js';
import { decimalsOf } from '../vocabulary/single-number.js';

/** By number of terms in the sum, how many of the cheapest numbers from the input are tried in it. */
const MOST_TERMS_TRIED = [24, 24, 12] as const;
/** Examples beyond the number of weights that must agree: fewer would fit by themselves. */
const SPARE_EXAMPLES = 2;

/** The output as a weighted sum of up to three numbers computed from the input, with round weights. */
export function* searchWeightedSums(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
): Search<Solution | null> {
  if (problem.depth > 1) return null;
  const targets = problem.train.map(({ output }) => output);
  if (!targets.every((target) => typeof target === 'number')) return null;
  const terms = enumerator.bank('number').filter((term) => term.readsInput);
  const spread = spreadOf(targets);
  let fallback: Solution | null = null;
  let tried = 0;
  for (const chosen of choices(terms)) {
    context.meter.spend(1);
    tried += 1;
    if (context.meter.outOfEvaluations()) break;
    if (problem.train.length < chosen.length + 1 + SPARE_EXAMPLES) continue;
    const program = sumOf(chosen, targets, context);
    if (program === null || !fits(program, problem.train)) continue;
    const solution: Solution = {
      program,
      engine: 'enumeration',
      literalCharacters: 0,
      support: problem.train.length,
      contradicted: 0,
      holds: holdsOut(program, problem),
      luck: tried / spread ** (problem.train.length - chosen.length - 1),
      missed: 0,
    };
    if (solution.holds) return solution;
    fallback ??= solution;
    yield;
  }
  return fallback;
}

/** How many numbers lie in the range of these, with as many decimals: an example beyond the weights agrees by luck with one of them. */
function spreadOf(numbers: readonly number[]): number {
  const scale = 10 ** Math.max(...numbers.map((one) => Math.min(4, decimalsOf(one))));
  return 1 + scale * (Math.max(...numbers) - Math.min(...numbers));
}

/** Every way to choose terms: fewer first, cheap ones first. */
function* choices(terms: readonly Expression[]): Generator<readonly Expression[]> {
  for (const [index, tried] of MOST_TERMS_TRIED.entries()) yield* choose(terms.slice(0, tried), index + 1, 0);
}

function* choose(terms: readonly Expression[], count: number, from: number): Generator<Expression[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [offset, term] of terms.slice(from).entries()) {
    for (const rest of choose(terms, count - 1, from + offset + 1)) yield [term, ...rest];
  }
}

function sumOf(
  terms: readonly Expression[],
  targets: readonly number[],
  context: SolveContext,
): Program | null {
  const known = Math.min(targets.length, terms[0]?.values.length ?? 0);
  const rows = targets.slice(0, known).map((_target, row) => terms.map((term) => Number(term.values[row])));
  const exact = fitLinear(rows, targets.slice(0, known));
  const weights = exact?.map((weight) => Number(weight.toFixed(4)));
  if (weights === undefined || weights.slice(0, terms.length).includes(0)) return null;
  const parts = weights.flatMap((weight, index) => {
    const term = terms[index];
    if (weight === 0) return [];
    if (term === undefined) return [number(weight)];
    const divisor = divisorOf(exact?.[index] ?? weight);
    if (divisor !== null) {
      return [combine(operatorNamed('divide', term, number(divisor), context), term, number(divisor))];
    }
    return [
      weight === 1
        ? term
        : combine(operatorNamed('multiply', term, number(weight), context), term, number(weight)),
    ];
  });
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  const expression = rest.reduce(
    (left, right) => combine(operatorNamed('add', left, right, context), left, right),
    first,
  );
  return { kind: 'expression', expression };
}

/** The whole number of which a weight is one part, where no few digits write it: 60 of 0.016666…; else null. */
function divisorOf(weight: number): number | null {
  const divisor = Math.round(1 / weight);
  const isPart = weight > 0 && weight < 1 && Math.abs(weight * divisor - 1) < 1e-6;
  return isPart && Math.abs(weight - Number(weight.toFixed(4))) > 1e-7 ? divisor : null;
}

function number(value: number): Expression {
  return leafExpression(constantOperator(value, Number.isInteger(value) ? 'integer' : 'number', 1), []);
}

function combine(operator: Operator, left: Expression, right: Expression): Expression {
  return {
    operator,
    args: [left, right],
    type: operator.result,
    cost: left.cost + right.cost + operator.cost,
    readsInput: true,
    values: [],
  };
}

/** The library's `add`, `multiply` or `divide` for the types of its arguments. */
function operatorNamed(
  name: 'add' | 'multiply' | 'divide',
  left: Expression,
  right: Expression,
  context: SolveContext,
): Operator {
  const isInteger = left.type === 'integer' && right.type === 'integer';
  const wanted = isInteger || name === 'divide' ? name : `${name}_numbers`;
  const entry = context.library.find((candidate) => candidate.name === wanted);
  const [operator] = entry === undefined ? [] : instantiate(entry, NO_CONSTANTS);
  if (operator === undefined) throw new RangeError(`The library has no entry "${wanted}".`);
  return operator;
}
