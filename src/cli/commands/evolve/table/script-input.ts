import type { Json } from '../../../../core/index.js';
import type { ColumnTask } from './column-task.js';
import { textShape } from './text-shape.js';

/** Inputs of the data that candidates are compared on. */
const MOST_UNLABELLED = 24;

/** A row as the script gets it. */
export function scriptInput(task: ColumnTask, inputs: readonly string[], cells: readonly string[]): Json {
  const text = (name: string): string => cells[task.inputs.indexOf(name)] ?? '';
  const [only = ''] = inputs;
  return inputs.length === 1 ? text(only) : Object.fromEntries(inputs.map((name) => [name, text(name)]));
}

/** Inputs of the data: of as many shapes as there are, then others from all over the table. */
export function differentTargets(task: ColumnTask, inputs: readonly string[]): Json[] {
  const byShape = new Map<string, Json>();
  for (const { cells } of task.targets) {
    const input = scriptInput(task, inputs, cells);
    const shape = textShape(JSON.stringify(input));
    if (!byShape.has(shape)) byShape.set(shape, input);
    if (byShape.size === MOST_UNLABELLED) break;
  }
  const chosen = new Map([...byShape.values()].map((input) => [JSON.stringify(input), input]));
  const step = Math.max(1, Math.floor(task.targets.length / MOST_UNLABELLED));
  for (let index = 0; index < task.targets.length && chosen.size < MOST_UNLABELLED; index += step) {
    const input = scriptInput(task, inputs, task.targets[index]?.cells ?? []);
    chosen.set(JSON.stringify(input), input);
  }
  return [...chosen.values()];
}
