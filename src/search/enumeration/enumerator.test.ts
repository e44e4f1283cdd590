import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../../training/index.js';
import { BudgetMeter } from '../../training/internal.js';
import type { Expression } from '../language/expression.js';
import { evaluateExpression } from '../language/expression.js';
import { gridLibrary, library } from '../library/index.js';
import type { SearchProblem } from '../problem.js';
import { emitScript } from '../programs/emit.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { inputLeaves } from '../vocabulary/leaves.js';
import { mineConstants } from '../vocabulary/mine-constants.js';
import { numberLeaves } from '../vocabulary/mine-numbers.js';
import { buildOperators } from '../vocabulary/operators.js';
import { Enumerator } from './enumerator.js';

const withSandbox = await needs('sandbox');

const meter = (maxEvaluations: number): BudgetMeter =>
  new BudgetMeter({ budget: { maxEvaluations }, now: () => 0 });

function problemOf(inputs: readonly Json[], outputs: readonly Json[]): SearchProblem {
  const train = inputs.map((input, index) => ({ input, output: outputs[index] ?? null }));
  return { variable: 'value', train, holdout: [], unlabelled: [], depth: 0 };
}

function enumeratorOf(problem: SearchProblem, evaluations: number, equivalence = true): Enumerator {
  const inputs = problem.train.map(({ input }) => input);
  const leaves = inputLeaves('value', inputs);
  const isGrid = leaves.some(({ result }) => result === 'grid');
  const numbers = isGrid ? [] : numberLeaves(problem, leaves);
  return new Enumerator({
    leaves: [...leaves, ...numbers],
    operators: buildOperators(isGrid ? gridLibrary : library, mineConstants(problem), numbers),
    inputs,
    required: inputs.length,
    meter: meter(evaluations),
    equivalence,
  });
}

function enumerate(enumerator: Enumerator, limit: number): Expression[] {
  const found: Expression[] = [];
  for (let goesOn = true; goesOn && !enumerator.isExhausted; ) {
    const level = enumerator.nextLevel(limit, (expression) => found.push(expression));
    let step = level.next();
    while (step.done !== true) step = level.next();
    goesOn = step.value;
  }
  return found;
}

const problems: readonly (readonly [string, SearchProblem])[] = [
  [
    'text',
    problemOf(['Ada Lovelace, 1815-12-10', 'Alan Turing, 1912-06-23'], ['LOVELACE-1815', 'TURING-1912']),
  ],
  [
    'numbers',
    problemOf(
      [
        { price: 12.5, count: 3 },
        { price: 99.99, count: 12 },
      ],
      [37.5, 1199.88],
    ),
  ],
  ['lists', problemOf([[3, -1, 4, 1, 5], [2, 7, 0], [9]], [[1, 3], [0, 2], []])],
  [
    'grids',
    problemOf(
      [
        [
          [0, 1, 1],
          [2, 0, 0],
        ],
        [
          [3, 0, 3],
          [0, 0, 0],
        ],
      ],
      [
        [
          [1, 1, 0],
          [0, 0, 2],
        ],
        [
          [3, 0, 3],
          [0, 0, 0],
        ],
      ],
    ),
  ],
];

/** The first candidates for each problem, enumerated once for all tests. */
const candidates = new Map<SearchProblem, readonly Expression[]>();
function candidatesOf(problem: SearchProblem): readonly Expression[] {
  const found = candidates.get(problem) ?? enumerate(enumeratorOf(problem, 10_000), 10_000);
  candidates.set(problem, found);
  return found;
}

describe('Enumerator', () => {
  it.each(problems)('comes cheapest first, with one candidate for each behaviour (%s)', (_name, problem) => {
    const found = candidatesOf(problem);
    expect(found.length).toBeGreaterThan(200);
    const behaviours = found.map(({ type, values }) => `${type} ${canonicalJson(values)}`);
    expect(new Set(behaviours).size).toBe(found.length);
    const costs = found.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((left, right) => left - right));
    const costOf = ({ operator, args }: Expression): number =>
      args.reduce((sum, argument) => sum + argument.cost, operator.cost);
    for (const expression of found) expect(costOf(expression)).toBe(expression.cost);
  });

  it.each(problems)('remembers what candidates are worth on each input (%s)', (_name, problem) => {
    for (const expression of candidatesOf(problem)) {
      const again = problem.train.map(({ input }) => evaluateExpression(expression, input));
      expect(again).toEqual(expression.values);
    }
  });

  it('keeps every behaviour that enumeration without equivalence finds', () => {
    const [, problem] = problems[0] ?? ['', problemOf([], [])];
    const naive = enumerate(enumeratorOf(problem, 3000, false), 3000);
    const deepest = (naive.at(-1)?.cost ?? 1) - 1;
    const kept = new Set(
      enumerate(enumeratorOf(problem, 50_000), 50_000).map(({ values }) => canonicalJson(values)),
    );
    for (const { cost, values } of naive) {
      if (cost <= deepest) expect(kept.has(canonicalJson(values))).toBe(true);
    }
  });

  it('counts every candidate and stops at the limit', () => {
    const [, problem] = problems[2] ?? ['', problemOf([], [])];
    const counted = meter(1000);
    const inputs = problem.train.map(({ input }) => input);
    const leaves = inputLeaves('value', inputs);
    const enumerator = new Enumerator({
      leaves,
      operators: buildOperators(library, mineConstants(problem), []),
      inputs,
      required: inputs.length,
      meter: counted,
    });
    enumerate(enumerator, 1000);
    expect(counted.evaluations).toBe(1000);
  });
});

withSandbox.describe('emitted scripts', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  it.each(problems)(
    'mean in Python what the expressions were computed to be (%s)',
    async (_name, problem) => {
      const found = candidatesOf(problem);
      for (const expression of new RandomStream(1, 'expressions').sample(found, 60)) {
        const script = emitScript({ kind: 'expression', expression });
        const examples = makeExamples(
          problem.train.map(({ input }, index) => ({ input, output: expression.values[index] as Json })),
        );
        const outcomes = await evaluateScript({ script, examples, sandbox });
        expect(`${script}${outcomes.map(({ feedback }) => feedback ?? '').join('')}`).toBe(script);
      }
    },
  );
});
