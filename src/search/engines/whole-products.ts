import { applied, type Expression } from '../language/expression.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import type { Solution } from '../solution.js';

/**
 * Rounds a fraction times a constant where every output is whole: 1.5 km are 1500 m and 16.1 km are 16100 m, but
 * `1000 * 16.1` is 16100.000000000002.
 */
export function wholeProduct(
  found: Solution,
  problem: SearchProblem,
  library: readonly LibraryEntry[],
): Solution {
  const { program } = found;
  if (program.kind !== 'expression' || !isScaled(program.expression)) return found;
  const outputs = [...problem.train, ...problem.holdout].map(({ output }) => output);
  const round = roundOperator(library);
  if (round === null || !outputs.every(Number.isInteger)) return found;
  return { ...found, program: { ...program, expression: applied(round, [program.expression]) } };
}

/** Whether it is a fraction, on any input, times the same number everywhere. */
function isScaled({ operator, args }: Expression): boolean {
  if (!operator.name.startsWith('multiply_numbers(') || !args.some((factor) => !factor.readsInput))
    return false;
  return args.some(({ readsInput, values }) => readsInput && !values.every(Number.isInteger));
}

function roundOperator(library: readonly LibraryEntry[]): Operator | null {
  const entry = library.find(({ name }) => name === 'round');
  return entry === undefined ? null : (instantiate(entry, NO_CONSTANTS)[0] ?? null);
}
