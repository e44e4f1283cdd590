import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';
import { decimalsOf, halfOfLastPlace, singleNumber } from './single-number.js';

/** Scales that are no multiples of each other, both ways. */
const SCALES = [
  { name: 'celsius', python: '({0~} - 32) * 5 / 9', convert: (degrees: number) => ((degrees - 32) * 5) / 9 },
  { name: 'fahrenheit', python: '{0~} * 9 / 5 + 32', convert: (degrees: number) => (degrees * 9) / 5 + 32 },
] as const;
/** Of larger numbers, Python computes whole ones more exactly. */
const MOST_DEGREES = 1e12;

/** Temperatures of the input on the other scale, where the outputs are these, perhaps rounded. */
export function temperatureLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  return leaves
    .filter(({ result, readsInput }) => readsInput && (result === 'integer' || result === 'number'))
    .flatMap((leaf) =>
      SCALES.filter(({ convert }) => isOutput(problem, leaf, convert)).map(({ name, python, convert }) =>
        leafOperator({
          python: `${name}(${leaf.name})`,
          result: 'number',
          cost: 2,
          read: (input) => {
            const degrees = leaf.leaf?.(input);
            return typeof degrees === 'number' && Math.abs(degrees) <= MOST_DEGREES
              ? convert(degrees)
              : undefined;
          },
          variable: name,
          of: [leaf],
          render: () =>
            fillTemplate(python, name === 'celsius' ? BINDING.product : BINDING.sum, [leaf.render([])]),
        }),
      ),
    );
}

function isOutput({ train }: SearchProblem, leaf: Operator, convert: (degrees: number) => number): boolean {
  const outputs = train.map(({ output }) => singleNumber(output));
  const half = halfOfLastPlace(Math.max(...outputs.map((output) => decimalsOf(output ?? 0))));
  return (
    outputs.length > 1 &&
    train.every(({ input }, index) => {
      const degrees = leaf.leaf?.(input);
      const output = outputs[index];
      if (typeof degrees !== 'number' || typeof output !== 'number') return false;
      return Math.abs(convert(degrees) - output) <= half;
    })
  );
}
