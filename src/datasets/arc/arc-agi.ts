import type { JsonObject } from '../../core/index.js';
import { defineOptions, type OptionKinds, option } from '../../core/index.js';
import { DataModel } from '../../data/index.js';
import { Dataset } from '../dataset.js';
import { type ArcSampleOptions, testSamples, trainSamples } from './arc-samples.js';
import { type ArcFolder, arcTaskNames, readArcTasks } from './arc-task.js';

/** Which tasks of ARC-AGI are loaded, and what samples are made of them. */
export interface ArcLoadOptions extends ArcFolder, ArcSampleOptions {
  /** Names of tasks. Default: all. */
  readonly tasks?: readonly string[] | string;
  /** Times that the training samples are gone through. Default 1. */
  readonly repeat?: number;
}

const FOLDER_OPTIONS: OptionKinds<ArcFolder> = {
  folder: option.required(option.text),
  version: option.any,
  subset: option.any,
};
const checkFolder = defineOptions<ArcFolder>()('arcAgi.taskNames', FOLDER_OPTIONS);
const checkLoadOptions = defineOptions<ArcLoadOptions>()('arcAgi.load', {
  ...FOLDER_OPTIONS,
  tasks: option.either(option.string, option.list(option.string)),
  oneLeaveOut: option.boolean,
  permutation: option.any,
  curriculum: option.any,
  repeat: option.wholeNumber(1),
});

const GRID: JsonObject = {
  type: 'array',
  maxItems: 30,
  items: { type: 'array', maxItems: 30, items: { type: 'integer', minimum: 0, maximum: 9 } },
};
const PAIR: JsonObject = {
  type: 'object',
  properties: { input_grid: GRID, output_grid: GRID },
  required: ['input_grid', 'output_grid'],
  additionalProperties: false,
};

let input: DataModel | undefined;
let output: DataModel | undefined;

/**
 * ARC-AGI 1 and 2, read from your copy of the tasks.
 *
 * @example
 * ```ts
 * import { mkdir, writeFile } from 'node:fs/promises';
 * import { arcAgi } from 'mettle/datasets';
 *
 * const pair = (color) => ({ input: [[color, 0]], output: [[0, color]] });
 * await mkdir('tasks/training', { recursive: true });
 * await writeFile('tasks/training/mirror.json', JSON.stringify({ train: [pair(1), pair(2), pair(3)], test: [pair(4)] }));
 *
 * const { train, test } = await arcAgi.load({ folder: 'tasks' });
 * for await (const { x, y } of train) console.log(JSON.stringify(x.input_grid), JSON.stringify(y?.output_grid));
 * // → [[1,0]] [[0,1]]
 * // → [[2,0]] [[0,2]]
 * // → [[3,0]] [[0,3]]
 * for await (const { y } of test) console.log(JSON.stringify(y?.output_grid)); // → [[0,4]]
 * ```
 */
export const arcAgi = {
  /** What a program is to do, in words. */
  instructions:
    'Find the one rule that turns each example’s input grid into its output grid, and apply it to the input grid.',

  /** What goes in: `examples` of `input_grid` and `output_grid`, and the `input_grid` that is asked. */
  getInputDataModel(): DataModel {
    input ??= new DataModel({
      name: 'ArcInput',
      schema: {
        type: 'object',
        properties: { examples: { type: 'array', items: PAIR }, input_grid: GRID },
        required: ['examples', 'input_grid'],
      },
    });
    return input;
  },

  /** What comes out: `output_grid`. */
  getOutputDataModel(): DataModel {
    output ??= new DataModel({
      name: 'ArcOutput',
      schema: { type: 'object', properties: { output_grid: GRID }, required: ['output_grid'] },
    });
    return output;
  },

  /** Names of the tasks there are. */
  async taskNames(options: ArcFolder): Promise<readonly string[]> {
    checkFolder(options);
    return arcTaskNames(options);
  },

  /**
   * Samples made of the training pairs, and samples that ask for the test pairs.
   *
   * @throws {MettleError} `datasets/not_found` where there are no tasks, with the command that gets them;
   *   `datasets/unknown_name`; `core/invalid_option`; `datasets/invalid_row` for a broken task file.
   */
  async load(options: ArcLoadOptions): Promise<{ readonly train: Dataset; readonly test: Dataset }> {
    checkLoadOptions(options);
    const wanted = typeof options.tasks === 'string' ? [options.tasks] : options.tasks;
    const repeat = options.repeat ?? 1;
    const tasks = await readArcTasks(options, wanted);
    return {
      train: new Dataset(() => trainSamples(tasks, options)).repeat(repeat),
      test: new Dataset(() => testSamples(tasks)),
    };
  },
};
