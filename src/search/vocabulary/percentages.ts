import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate } from '../language/python-source.js';
import { finiteNumber } from '../language/size-guards.js';
import type { SearchProblem } from '../problem.js';
import { decimalsOf, halfOfLastPlace, singleNumber } from './single-number.js';

/** What is computed of two columns, one of which is a percentage or is to be one. */
const FORMULAS = [
  {
    name: 'part',
    python: '{0~} * {1!} / 100',
    of: (whole: number, percent: number) => (whole * percent) / 100,
  },
  {
    name: 'less',
    python: '{0~} * (1 - {1~} / 100)',
    of: (whole: number, percent: number) => whole * (1 - percent / 100),
  },
  {
    name: 'more',
    python: '{0~} * (1 + {1~} / 100)',
    of: (whole: number, percent: number) => whole * (1 + percent / 100),
  },
  { name: 'percent', python: '100 * {0!} / {1!}', of: (part: number, whole: number) => (100 * part) / whole },
  {
    name: 'change',
    python: '100 * ({0~} - {1!}) / {1!}',
    of: (now: number, before: number) => (100 * (now - before)) / before,
  },
  /** As formats of percentages take it. */
  {
    name: 'relative_change',
    python: '({0~} - {1!}) / {1!}',
    of: (now: number, before: number) => (now - before) / before,
  },
] as const;
/** Of larger numbers, Python computes whole ones more exactly. */
const LARGEST = 1e12;
/** Most columns of numbers that are looked at. */
const MOST_COLUMNS = 6;

/** Percentages of two numbers of the input, where the outputs are these, perhaps rounded. */
export function percentages(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const columns = leaves
    .filter(({ result, readsInput }) => readsInput && (result === 'integer' || result === 'number'))
    .slice(0, MOST_COLUMNS);
  return columns.flatMap((first) =>
    columns
      .filter((second) => second !== first)
      .flatMap((second) =>
        FORMULAS.map((formula) => formulaLeaf(formula, first, second)).filter((leaf) =>
          isOutput(problem, leaf),
        ),
      ),
  );
}

function formulaLeaf(
  { name, python, of }: (typeof FORMULAS)[number],
  first: Operator,
  second: Operator,
): Operator {
  const numberOf = (leaf: Operator, input: Parameters<NonNullable<Operator['leaf']>>[0]): number => {
    const number = leaf.leaf?.(input);
    return typeof number === 'number' && Math.abs(number) <= LARGEST ? number : Number.NaN;
  };
  return leafOperator({
    python: `${name}(${first.name}, ${second.name})`,
    result: 'number',
    cost: 2,
    read: (input) => finiteNumber(of(numberOf(first, input), numberOf(second, input))),
    variable: name,
    of: [first, second],
    render: () => fillTemplate(python, BINDING.product, [first.render([]), second.render([])]),
  });
}

/** Whether all outputs are the leaf's numbers, to the digits that they are written with. A format of percentages takes shares. */
function isOutput({ train }: SearchProblem, leaf: Operator): boolean {
  const isShare = leaf.variable === 'relative_change';
  return (
    train.length > 1 &&
    train.every(({ input, output }) => {
      const wanted = singleNumber(output);
      const number = leaf.leaf?.(input);
      const isPercentage = typeof output === 'string' && output.endsWith('%');
      if (wanted === null || typeof number !== 'number' || isShare !== isPercentage) return false;
      return Math.abs((isShare ? 100 : 1) * number - wanted) <= halfOfLastPlace(decimalsOf(wanted));
    })
  );
}
