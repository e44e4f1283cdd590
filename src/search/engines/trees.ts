import { canonicalJson } from '../../core/index.js';
import type { InputOutput } from '../../training/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { SizeMeter } from '../enumeration/evaluation-size.js';
import { type Expression, evaluateExpression, leafExpression } from '../language/expression.js';
import { constantOperator, type Operator, PLAIN_OPERATOR } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';
import { combineSolutions, holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';

/** Fewest training examples on either side of a question. */
const FEWEST_PER_LEAF = 2;
/** Most different questions that are asked, by how many levels of parts are around the problem. */
const MOST_QUESTIONS = [24, 8, 4] as const;
/** Dearest number whose thresholds are tried. */
const MOST_THRESHOLD_COST = 3;

interface Question {
  readonly test: Expression;
  /** Expected bits of the output that the answer tells, for ordering. */
  readonly gain: number;
}

/** A question about the input, and a program for either answer, each searched on its own examples. */
export function* searchTrees(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  if (problem.depth >= MOST_QUESTIONS.length || problem.train.length < 2 * FEWEST_PER_LEAF) return null;
  const questions = askable(problem, context, enumerator, limit);
  const asked = questions.slice(0, MOST_QUESTIONS[problem.depth]);
  let best: Solution | null = null;
  for (const [index, { test }] of asked.entries()) {
    if (context.meter.evaluations >= limit) break;
    const share = Math.floor((limit - context.meter.evaluations) / Math.min(12, asked.length - index) / 2);
    const whenTrue = yield* context.solvePart(side(problem, test, true), share);
    if (whenTrue === null) continue;
    const otherwise = yield* context.solvePart(side(problem, test, false), share);
    if (otherwise === null) continue;
    const program = { kind: 'if', test, whenTrue: whenTrue.program, otherwise: otherwise.program } as const;
    const solution: Solution = {
      ...combineSolutions(program, [whenTrue, otherwise]),
      engine: 'tree',
      holds: holdsOut(program, problem),
      luck: questions.length * sideLuck(problem, whenTrue) * sideLuck(problem, otherwise),
    };
    if (solution.holds) return solution;
    best ??= solution;
  }
  return best;
}

/** How many programs for one side are expected to fit it by luck; of constants there is one. */
function sideLuck(problem: SearchProblem, { engine, luck, program, support }: Solution): number {
  if (engine !== 'constant' || program.kind !== 'constant') return Math.min(1, luck);
  const text = canonicalJson(program.value);
  const share =
    problem.train.filter(({ output }) => canonicalJson(output) === text).length / problem.train.length;
  return share ** (support - 1);
}

function side(problem: SearchProblem, test: Expression, answer: boolean): SearchProblem {
  const isOnSide = (example: InputOutput): boolean => evaluateExpression(test, example.input) === answer;
  return {
    ...problem,
    train: problem.train.filter(isOnSide),
    holdout: problem.holdout.filter(isOnSide),
    unlabelled: problem.unlabelled.filter((input) => evaluateExpression(test, input) === answer),
    depth: problem.depth + 1,
  };
}

/** The cheapest question for each way to part the examples, the most telling first. */
function askable(
  problem: SearchProblem,
  { meter }: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Question[] {
  const sizes = new SizeMeter(
    problem.train.map(({ input }) => input),
    meter,
  );
  const labels = labelsOf(problem);
  const questions = new Map<string, Question>();
  for (const test of [...enumerator.bank('boolean'), ...thresholds(problem, enumerator)]) {
    if (meter.evaluations >= limit) break;
    sizes.spendAll();
    const answers = problem.train.map(({ input }) => evaluateExpression(test, input) === true);
    const yes = answers.filter(Boolean).length;
    if (yes < FEWEST_PER_LEAF || answers.length - yes < FEWEST_PER_LEAF) continue;
    const key = answers.map((answer) => (answer === answers[0] ? '0' : '1')).join('');
    const earlier = questions.get(key);
    if (earlier !== undefined && earlier.test.cost <= test.cost) continue;
    questions.set(key, { test, gain: informationGain(labels, answers) });
  }
  const isClassification = new Set(labels).size <= Math.max(2, labels.length / 2);
  return [...questions.values()].sort((left, right) =>
    isClassification
      ? right.gain - left.gain || left.test.cost - right.test.cost
      : left.test.cost - right.test.cost || right.gain - left.gain,
  );
}

/** The outputs, or for numbers from numbers by how much they change: those that stay as they are have one rule. */
function labelsOf({ train }: SearchProblem): readonly string[] {
  const isOfNumbers = train.every(
    ({ input, output }) => typeof input === 'number' && typeof output === 'number',
  );
  return train.map(({ input, output }) =>
    isOfNumbers ? String(Number(output) - Number(input)) : canonicalJson(output),
  );
}

function informationGain(labels: readonly string[], answers: readonly boolean[]): number {
  const yes = labels.filter((_label, index) => answers[index]);
  const no = labels.filter((_label, index) => !answers[index]);
  return (
    entropy(labels) - (yes.length / labels.length) * entropy(yes) - (no.length / labels.length) * entropy(no)
  );
}

function entropy(labels: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / labels.length) * Math.log2(count / labels.length);
  return bits;
}

/** Comparisons of cheap numbers with the roundest number of each gap between neighbours of different output. */
function thresholds(problem: SearchProblem, enumerator: Enumerator): Expression[] {
  const tests: Expression[] = [];
  for (const number of enumerator.bank('number')) {
    if (number.cost > MOST_THRESHOLD_COST) break;
    const points = problem.train
      .map(({ input, output }) => ({ at: evaluateExpression(number, input), output: canonicalJson(output) }))
      .filter((point): point is { at: number; output: string } => typeof point.at === 'number')
      .sort((left, right) => left.at - right.at);
    for (let index = 1; index < points.length; index++) {
      const below = points[index - 1];
      const above = points[index];
      if (below === undefined || above === undefined || below.at === above.at) continue;
      tests.push(atLeast(number, roundestBetween(below.at, above.at), number.type === 'integer'));
    }
  }
  return tests;
}

/** The number with the fewest digits in (low, high]. */
export function roundestBetween(low: number, high: number): number {
  for (let power = 12; power >= -6; power--) {
    const step = 10 ** power;
    for (const multiple of [5 * step, step]) {
      const candidate = Math.floor(high / multiple + 1e-9) * multiple;
      const exact = power < 0 ? Number(candidate.toFixed(-power)) : candidate;
      if (exact > low && exact <= high) return exact + 0;
    }
  }
  return high;
}

function atLeast(number: Expression, threshold: number, isInteger: boolean): Expression {
  const constant = constantOperator(threshold, isInteger ? 'integer' : 'number', 1);
  return {
    operator: comparison,
    args: [number, leafExpression(constant, [])],
    type: 'boolean',
    cost: number.cost + 2,
    readsInput: true,
    values: [],
  };
}

const comparison: Operator = {
  ...PLAIN_OPERATOR,
  name: 'at_least',
  holes: ['number', 'number'],
  result: 'boolean',
  apply: ([left, right]) => Number(left) >= Number(right),
  render: ([left, right]) => ({
    text: `${left?.text ?? ''} >= ${right?.text ?? ''}`,
    binding: BINDING.comparison,
  }),
};
