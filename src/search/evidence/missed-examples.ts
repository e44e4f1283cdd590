import type { SearchProblem } from '../problem.js';
import { fits, type Program } from '../programs/program.js';

/** Most training examples that are left out one by one. */
const MOST_LEFT_OUT = 10;

/**
 * Training examples that the others don't tell, by leaving out one after another: none where there are too many or too few for it.
 *
 * @param fewest - examples that a program takes
 */
export function missedExamples(
  { train }: SearchProblem,
  fewest: number,
  find: (examples: SearchProblem['train']) => Program | undefined,
): number {
  if (train.length > MOST_LEFT_OUT || train.length <= fewest) return 0;
  return train.filter((left) => {
    const program = find(train.filter((example) => example !== left));
    return program === undefined || !fits(program, [left]);
  }).length;
}
