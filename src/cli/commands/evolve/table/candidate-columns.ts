import { trainingError } from '../../../../training/internal.js';
import type { ColumnExample, ColumnTask } from './column-task.js';
import { scriptInput } from './script-input.js';

/** Whether rows that are the same in these columns have the same output. */
export function decides(task: ColumnTask, inputs: readonly string[]): boolean {
  return contradiction(task, inputs) === null;
}

function contradiction(
  task: ColumnTask,
  inputs: readonly string[],
): readonly [ColumnExample, ColumnExample] | null {
  const seen = new Map<string, ColumnExample>();
  for (const example of task.examples) {
    const key = JSON.stringify(scriptInput(task, inputs, example.cells));
    const earlier = seen.get(key);
    if (earlier !== undefined && earlier.output !== example.output) return [earlier, example];
    seen.set(key, example);
  }
  return null;
}

/**
 * Refuses examples that no script can do.
 *
 * @throws {MettleError} `training/contradiction` when two are the same in every column and differ in the one.
 */
export function refuseContradiction(task: ColumnTask): void {
  const found = contradiction(task, task.inputs);
  if (found === null) return;
  throw trainingError(
    'contradiction',
    `Lines ${found[0].line} and ${found[1].line} are the same in every other column and differ in "${task.column}". Keep the right one.`,
  );
}

/** Columns by how much of the outputs they hold; the column itself first, when it is to be corrected. */
export function rankedInputs(task: ColumnTask): string[] {
  return task.inputs
    .map((name, index) => ({
      name,
      score:
        (name === task.column ? 2 : 0) +
        task.examples.reduce((sum, { cells, output }) => sum + shared(cells[index] ?? '', output), 0) /
          task.examples.length,
    }))
    .sort((left, right) => right.score - left.score)
    .map(({ name }) => name);
}

/** Share of an output's letters and digits that an input holds, in words that they both hold. */
function shared(input: string, output: string): number {
  const words = output.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
  const all = words.reduce((sum, word) => sum + word.length, 0);
  const text = input.toLowerCase();
  const held = words.filter((word) => text.includes(word)).reduce((sum, word) => sum + word.length, 0);
  return all === 0 ? 0 : held / all;
}
