import type { Json } from '../../core/index.js';
import type { InputOutput } from '../../training/index.js';
import { applied, type Expression, evaluateExpression } from '../language/expression.js';
import { instantiate, NO_CONSTANTS } from '../language/operator.js';
import type { Value, ValueType } from '../language/value-type.js';
import type { SearchProblem } from '../problem.js';
import type { Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { withNumber } from '../vocabulary/operators.js';

/** Fewest outputs that are not null. */
const FEWEST_VALUES = 3;
/** How often a program that fits the others has no value on an input by chance, at most. */
const LUCK_OF_A_NULL = 0.25;
/** Most items that a part may need. */
const MOST_NEEDED = 20;
const LISTS: readonly ValueType[] = ['integers', 'numbers', 'texts'];

/**
 * Outputs that are null exactly where what gives the others has no value: the largest negative number where there is
 * none, the fifth item of four. The others are searched for alone; a list in what gives them is shorter wherever the output
 * is null.
 */
export function* searchNullOutputs(
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution | null> {
  return yield* searchWithout(problem, context, limit, null, ({ output }) => output === null);
}

/** The same where an empty list is left as it is, and what gives the others has no value: the list without what its first item is. */
export function* searchEmptyLists(
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
): Search<Solution | null> {
  const isEmpty = (value: Json): boolean => Array.isArray(value) && value.length === 0;
  return yield* searchWithout(
    problem,
    context,
    limit,
    [],
    ({ input, output }) => isEmpty(input) && isEmpty(output),
  );
}

function* searchWithout(
  problem: SearchProblem,
  context: SolveContext,
  limit: number,
  value: null | readonly [],
  isWithout: (example: InputOutput) => boolean,
): Search<Solution | null> {
  const [train, holdout] = [problem.train, problem.holdout].map((examples) =>
    examples.filter((example) => !isWithout(example)),
  );
  if (train === undefined || holdout === undefined) return null;
  if (train.length === problem.train.length || train.length < FEWEST_VALUES) return null;
  const { vocabulary: _ofAll, ...others } = problem;
  const solution = yield* context.solvePart({ ...others, train, holdout }, limit - context.meter.evaluations);
  if (solution?.program.kind !== 'expression' || !solution.holds) return null;
  const test = whereItHasAValue(solution.program.expression, problem, context, isWithout);
  if (test === null) return null;
  const otherwise = { kind: 'constant', value } as const;
  return {
    ...solution,
    program: { kind: 'if', test, whenTrue: solution.program, otherwise },
    support: train.length,
    luck: solution.luck * LUCK_OF_A_NULL ** (problem.train.length - train.length),
  };
}

/** That the list without which the expression has no value is long enough; null where the nulls have another reason. */
function whereItHasAValue(
  expression: Expression,
  { train, holdout }: SearchProblem,
  { library }: SolveContext,
  isWithout: (example: InputOutput) => boolean,
): Expression | null {
  const examples = [...train, ...holdout];
  const failing = examples.filter(isWithout).map(({ input }) => failingPart(expression, input));
  const [part = null] = failing;
  const list = part?.args.find(({ type }) => LISTS.includes(type));
  if (part === null || list === undefined || failing.some((other) => other !== part)) return null;
  const others = examples.filter((example) => !isWithout(example)).map(({ input }) => input);
  const fewest = fewestItems(part, list, others);
  const [length, more] = [`length_${list.type}`, 'more'].map((name) =>
    library.find((entry) => entry.name === name),
  );
  const [counted] = length === undefined ? [] : instantiate(length, NO_CONSTANTS);
  if (fewest === null || counted === undefined || more === undefined) return null;
  return applied(withNumber(more, fewest - 1), [applied(counted, [list])]);
}

/** The innermost part that has no value on the input; null where the whole has one. */
function failingPart(expression: Expression, input: unknown): Expression | null {
  for (const argument of expression.args) {
    const inner = failingPart(argument, input);
    if (inner !== null) return inner;
  }
  return evaluateExpression(expression, input) === undefined ? expression : null;
}

/** How many items of the list the part needs at least to have a value on these inputs; null where it needs more than that. */
function fewestItems(part: Expression, list: Expression, inputs: readonly unknown[]): number | null {
  let fewest: number | null = null;
  for (const input of inputs) {
    const values = part.args.map((argument) => evaluateExpression(argument, input));
    const items = values[part.args.indexOf(list)];
    if (values.includes(undefined) || !Array.isArray(items)) return null;
    for (let count = 1; count <= Math.min(items.length, fewest ?? MOST_NEEDED); count++) {
      const fewer = values.map((value) => (value === items ? items.slice(0, count) : value));
      if (part.operator.apply(fewer as Value[]) === undefined) continue;
      fewest = Math.min(fewest ?? count, count);
      break;
    }
  }
  return fewest;
}
