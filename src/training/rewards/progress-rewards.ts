import {
  defineOptions,
  type Json,
  type JsonObject,
  type OptionKinds,
  type OptionsCheck,
  option,
} from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { RewardContext, SampleReward } from '../reward.js';
import {
  COMPARING_REWARD_OPTIONS,
  type ComparingRewardOptions,
  comparingReward,
} from './comparing-reward.js';
import { differences } from './differences.js';
import { type Grid, gridScore, isGrid, progressOf, sameShape, WRONG_TYPE } from './progress-scores.js';
import { showValue } from './show-value.js';

/** Options of the rewards for how near one field is. */
export interface ProgressOptions extends ComparingRewardOptions {
  /** The field that is compared. Default: the only one that is expected. */
  readonly field?: string;
}

/** The kinds of {@link ProgressOptions}. */
const PROGRESS_OPTIONS: OptionKinds<ProgressOptions> = {
  ...COMPARING_REWARD_OPTIONS,
  field: option.string,
};

/** Checks {@link ProgressOptions}. */
const checkProgressOptions: OptionsCheck = defineOptions<ProgressOptions>()('textProgress', PROGRESS_OPTIONS);

/** Options of {@link numberProgress} and {@link recordProgress}. */
export interface NumberProgressOptions extends ProgressOptions {
  /** The difference at which a number is worth one half; above 0. Default: the expected number's size, at least 1. */
  readonly scale?: number;
}

const checkNumberProgressOptions = defineOptions<NumberProgressOptions>()('numberProgress', {
  ...PROGRESS_OPTIONS,
  scale: option.positive,
});

/** Options of {@link gridProgress}. */
export interface GridProgressOptions extends ProgressOptions {
  /** Field of the program's input with the grid it starts from: what a plain copy of it would have right is worth nothing. */
  readonly inputField?: string;
}

const checkGridProgressOptions = defineOptions<GridProgressOptions>()('gridProgress', {
  ...PROGRESS_OPTIONS,
  inputField: option.string,
});

/** How near a number is: 1 / (1 + |difference| / scale). */
export function numberProgress(options: NumberProgressOptions = {}): SampleReward {
  checkNumberProgressOptions(options);
  const { scale } = options;
  return fieldReward(NUMBER, options, (expected, actual) => ({
    reward: progressOf(expected, actual, { scale }),
    feedback: `It is ${actual}; expected ${expected}, which is ${expected > actual ? 'more' : 'less'} by ${Math.abs(expected - actual)}.`,
  }));
}

/**
 * How near a text is: half of it 1 − edits / length (Levenshtein), half of it the share of the longer text that both begin
 * and end with.
 */
export function textProgress(options: ProgressOptions = {}): SampleReward {
  checkProgressOptions(options, 'textProgress');
  return fieldReward(TEXT, options, (expected, actual) => ({
    reward: progressOf(expected, actual),
    feedback: textFeedback(expected, actual),
  }));
}

/** How near a list is: equal places 0.5, length 0.2, common items 0.3. */
export function listProgress(options: ProgressOptions = {}): SampleReward {
  checkProgressOptions(options, 'listProgress');
  return fieldReward(LIST, options, (expected, actual) => ({
    reward: progressOf(expected, actual),
    feedback: differences(expected, actual).join(' '),
  }));
}

/**
 * How near a grid is: 0.2 for its shape, 0.1 × Jaccard index of its colours, 0.7 × share of right cells, with `inputField`
 * above what a plain copy of the input has right.
 */
export function gridProgress(options: GridProgressOptions = {}): SampleReward {
  checkGridProgressOptions(options);
  const { inputField } = options;
  return fieldReward(GRID, options, (expected, actual, { inputs }) => ({
    reward: gridScore(expected, actual, inputGrid(inputs, inputField)),
    feedback: gridFeedback(expected, actual),
  }));
}

const checkRecordProgressOptions = defineOptions<Omit<NumberProgressOptions, 'field'>>()('recordProgress', {
  inMask: option.list(option.string),
  outMask: option.list(option.string),
  inMaskPattern: option.string,
  outMaskPattern: option.string,
  recursive: option.boolean,
  name: option.string,
  scale: option.positive,
});

/** How near a record is: the mean over the fields of both sides, each scored by the type that is expected of it. */
export function recordProgress(options: Omit<NumberProgressOptions, 'field'> = {}): SampleReward {
  checkRecordProgressOptions(options);
  const { scale } = options;
  return comparingReward('record_progress', options, (expected, actual) => ({
    reward: progressOf(expected, actual, { scale }),
    feedback: differences(expected, actual).join(' ') || null,
  }));
}

/** What a reward of one field compares. */
interface FieldType<T extends Json> {
  readonly name: string;
  readonly type: string;
  readonly is: (value: Json | undefined) => value is T;
}

const NUMBER: FieldType<number> = {
  name: 'number_progress',
  type: 'a number',
  is: (value) => typeof value === 'number',
};

const TEXT: FieldType<string> = {
  name: 'text_progress',
  type: 'a text',
  is: (value) => typeof value === 'string',
};

const LIST: FieldType<readonly Json[]> = {
  name: 'list_progress',
  type: 'a list',
  is: (value) => Array.isArray(value),
};

const GRID: FieldType<Grid> = { name: 'grid_progress', type: 'a grid', is: isGrid };

function fieldReward<T extends Json>(
  { name, type, is }: FieldType<T>,
  options: ProgressOptions,
  compare: (
    expected: T,
    actual: T,
    context: RewardContext,
  ) => { readonly reward: number; readonly feedback: string },
): SampleReward {
  const score = (expected: JsonObject, actual: JsonObject, context: RewardContext) => {
    const field = options.field ?? onlyField(name, expected);
    const wanted = Object.hasOwn(expected, field) ? expected[field] : undefined;
    if (!is(wanted)) {
      throw trainingError(
        'wrong_type',
        `${name} compares ${type}, and the expected ${JSON.stringify(field)} is something else. Name another field or use another reward.`,
      );
    }
    if (!Object.hasOwn(actual, field)) return { reward: 0, feedback: `${field} is missing.` };
    const given = actual[field];
    if (!is(given)) {
      return {
        reward: WRONG_TYPE,
        feedback: `${field} is ${showValue(given ?? null)}; expected ${type}, ${showValue(wanted)}.`,
      };
    }
    const { reward, feedback } = compare(wanted, given, context);
    return reward === 1 ? 1 : { reward, feedback: `${field}: ${feedback}` };
  };
  return comparingReward(name, options, score);
}

function onlyField(name: string, expected: JsonObject): string {
  const [field, another] = Object.keys(expected);
  if (field !== undefined && another === undefined) return field;
  throw trainingError(
    'which_field',
    `${name} compares one field, and ${field === undefined ? 'none is' : `${Object.keys(expected).join(', ')} are`} expected. Name one with field.`,
  );
}

function inputGrid(inputs: RewardContext['inputs'], field: string | undefined): Grid | undefined {
  if (field === undefined) return undefined;
  for (const input of inputs) {
    const value = input !== null && Object.hasOwn(input, field) ? input[field] : undefined;
    if (isGrid(value)) return value;
  }
  return undefined;
}

function textFeedback(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const shown = (text: string) => showValue(startOf(text.slice(at), 40));
  return `from character ${at + 1} on it is ${shown(actual)}; expected ${shown(expected)}.`;
}

function gridFeedback(expected: Grid, actual: Grid): string {
  const shape = (grid: Grid) => `${grid.length} × ${grid[0]?.length ?? 0}`;
  if (!sameShape(expected, actual))
    return `it is ${shape(actual)} (rows × columns); expected ${shape(expected)}.`;
  const wrong = expected.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const given = actual[y]?.[x] ?? null;
      return given === cell
        ? []
        : [`row ${y + 1}, column ${x + 1} is ${showValue(given)}; expected ${showValue(cell)}`];
    }),
  );
  return `${wrong.length} of ${expected.length * (expected[0]?.length ?? 0)} cells are wrong: ${wrong.slice(0, 3).join(', ')}.`;
}
