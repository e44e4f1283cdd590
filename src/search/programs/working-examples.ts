import type { InputOutput } from '../../training/index.js';
import { fits, type Program } from './program.js';

/** Training examples that candidates are computed on; the others are checked when a candidate fits these. */
export const MOST_WORKING_EXAMPLES = 24;

/** Whether what fits the working examples fits the others, too. */
export function fitsAll(program: Program, examples: readonly InputOutput[]): boolean {
  return fits(program, examples.slice(MOST_WORKING_EXAMPLES));
}
