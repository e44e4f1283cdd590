import type { InputOutput } from '../../training/index.js';
import { evaluateExpression } from '../language/expression.js';
import type { Program } from '../programs/program.js';

/**
 * Whether a number is the same whatever the items of the lists are. Many rules come to that in a few examples: how many
 * different items there are where none repeats, the place of the largest in a running total.
 */
export function onlyCounts(program: Program, examples: readonly InputOutput[]): boolean {
  if (program.kind !== 'expression' || program.expression.type !== 'integer' || examples.length === 0) {
    return false;
  }
  return examples.every(({ input, output }) => {
    const zeros = Array.isArray(input) ? input.map(() => 0) : null;
    return zeros !== null && evaluateExpression(program.expression, zeros) === output;
  });
}
