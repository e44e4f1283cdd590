import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { modulo } from './numbers.js';

const numbers = [computed('number'), computed('number')];

/** Yes-or-no questions about numbers. */
export const numberTests: readonly LibraryEntry[] = [
  {
    name: 'less',
    python: '{0!} < {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 1,
    apply: (left: number, right: number) => left < right,
  },
  {
    name: 'more',
    python: '{0!} > {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 1,
    apply: (left: number, right: number) => left > right,
  },
  {
    name: 'at_most',
    python: '{0!} <= {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 2,
    apply: (left: number, right: number) => left <= right,
  },
  {
    name: 'at_least',
    python: '{0!} >= {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 2,
    apply: (left: number, right: number) => left >= right,
  },
  {
    name: 'different_numbers',
    commutative: true,
    python: '{0!} != {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 2,
    apply: (left: number, right: number) => left !== right,
  },
  ...[2, 3, 4, 5].flatMap((divisor) =>
    Array.from({ length: divisor - 1 }, (_item, index) => remainder(divisor, index + 1)),
  ),
  {
    name: 'not_divisible',
    python: '{0!} % {1} != 0',
    binding: BINDING.comparison,
    parameters: [computed('integer'), constant('divisor')],
    result: 'boolean',
    cost: 3,
    apply: (value: number, divisor: number) => modulo(value, divisor) !== 0,
  },
  {
    name: 'equal_numbers',
    commutative: true,
    python: '{0!} == {1!}',
    binding: BINDING.comparison,
    parameters: numbers,
    result: 'boolean',
    cost: 1,
    apply: (left: number, right: number) => left === right,
  },
  {
    name: 'divisible',
    python: '{0!} % {1} == 0',
    binding: BINDING.comparison,
    parameters: [computed('integer'), constant('divisor')],
    result: 'boolean',
    cost: 1,
    apply: (value: number, divisor: number) => modulo(value, divisor) === 0,
  },
  {
    name: 'not',
    python: 'not {0!}',
    binding: BINDING.not,
    parameters: [computed('boolean')],
    result: 'boolean',
    cost: 1,
    apply: (value: boolean) => !value,
  },
  {
    name: 'and',
    commutative: true,
    python: '{0!} and {1!}',
    binding: BINDING.and,
    parameters: [computed('boolean'), computed('boolean')],
    result: 'boolean',
    cost: 2,
    apply: (left: boolean, right: boolean) => left && right,
  },
  {
    name: 'or',
    commutative: true,
    python: '{0!} or {1!}',
    binding: BINDING.or,
    parameters: [computed('boolean'), computed('boolean')],
    result: 'boolean',
    cost: 2,
    apply: (left: boolean, right: boolean) => left || right,
  },
];

/** Whether a number leaves another remainder: too rare to be tried everywhere. */
export function otherRemainder(divisor: number, rest: number): LibraryEntry {
  return {
    name: `other_remainder_than_${rest}_of_${divisor}`,
    python: `{0!} % ${divisor} != ${rest}`,
    binding: BINDING.comparison,
    parameters: [computed('integer')],
    result: 'boolean',
    cost: 4,
    apply: (value: number) => modulo(value, divisor) !== rest,
  };
}

function remainder(divisor: number, rest: number): LibraryEntry {
  return {
    name: `remainder_${rest}_of_${divisor}`,
    python: `{0!} % ${divisor} == ${rest}`,
    binding: BINDING.comparison,
    parameters: [computed('integer')],
    result: 'boolean',
    cost: divisor === 2 ? 1 : 3,
    apply: (value: number) => modulo(value, divisor) === rest,
  };
}
