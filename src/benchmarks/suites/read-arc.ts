import { defineOptions, option } from '../../core/index.js';
import type { ArcFolder, Grid } from '../../datasets/index.js';
import { type ArcTask, readArcTasks } from '../../datasets/internal.js';
import type { AnswerCase } from '../cases/benchmark-case.js';
import { benchmarkError } from '../error-codes.js';

const checkOptions = defineOptions<ArcFolder>()('readArc', {
  folder: option.required(option.text),
  version: option.any,
  subset: option.any,
});

/**
 * Reads tasks of ARC-AGI (Chollet 2019) from your copy of them. An answer gives the grid of each test input, in two attempts if it wants, or a Python
 * function `transform` that makes them. All test inputs of a task have to be solved.
 *
 * @throws {MettleError} `datasets/not_found` for a folder without tasks, `datasets/invalid_row` for a file that is none, `benchmarks/invalid_case` for a task
 *   whose test outputs are withheld, `core/invalid_option`.
 */
export async function readArc(options: ArcFolder): Promise<readonly AnswerCase[]> {
  return (await readArcTasks(checkOptions(options))).map(caseOf);
}

function caseOf({ name, train, test }: ArcTask): AnswerCase {
  const inputs = test.map(({ input }) => input);
  const outputs = test.flatMap(({ output }) => (output === null ? [] : [output]));
  if (outputs.length < inputs.length) {
    throw benchmarkError('invalid_case', `The task ${name} of ARC withholds an output: it can't be scored.`);
  }
  return {
    id: name,
    category: 'arc',
    query: promptOf(train, inputs),
    check: { kind: 'grids', inputs, outputs, attempts: 2 },
    reference: JSON.stringify(outputs.length === 1 ? outputs[0] : outputs),
  };
}

function promptOf(pairs: ArcTask['train'], inputs: readonly Grid[]): string {
  const one = inputs.length === 1;
  return [
    'Each input grid becomes its output grid by the same rule. Find the rule from these pairs, and apply it.',
    ...pairs.map(
      ({ input, output }) => `input:\n${JSON.stringify(input)}\noutput:\n${JSON.stringify(output)}`,
    ),
    ...inputs.map((input, at) => `${one ? 'test input' : `test input ${at + 1}`}:\n${JSON.stringify(input)}`),
    `Answer with ${one ? 'the output grid' : `a JSON list of the ${inputs.length} output grids`} as JSON. Instead of ${one ? 'a grid' : 'each grid'} you may give two attempts, [{"attempt_1": grid, "attempt_2": grid}${one ? '' : ', …'}]; or answer with a code block of Python that defines transform(grid).`,
  ].join('\n\n');
}
