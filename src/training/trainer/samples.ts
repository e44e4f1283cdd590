import { isJsonObject, type JsonObject } from '../../core/index.js';
import { JsonDataModel } from '../../data/index.js';
import type { Dataset } from '../../datasets/index.js';
import { trainingError } from '../error-codes.js';
import type { SamplePair, SampleSource, SampleValue } from '../fit-options.js';
import type { TrainableProgram } from '../trainable-program.js';
import { makeTrainingExample, type TrainingExample } from '../training-example.js';

/** How many samples a pass may be ahead of its reader, for each one that runs at a time. */
export const AHEAD = 4;

/** Samples as a caller gives them: two lists of the same length, or one source of pairs. */
export interface GivenSamples {
  readonly x: readonly SampleValue[] | SampleSource;
  /** Null where `x` is a source of pairs. */
  readonly y: readonly SampleValue[] | null;
}

/** The pairs in order. @throws {MettleError} `training/invalid_data` for lists of unequal length. */
export function pairsOf({ x, y }: GivenSamples): SampleSource {
  checkSource(x, '{x, y}');
  if (y === null) return x as SampleSource;
  if (!Array.isArray(x) || !Array.isArray(y)) {
    throw trainingError(
      'invalid_data',
      'If you pass y, x and y are two lists. A dataset yields {x, y} itself, so pass it alone.',
    );
  }
  if (x.length !== y.length) {
    throw trainingError(
      'invalid_data',
      `x has ${x.length} samples and y has ${y.length}. Each sample needs both.`,
      {
        details: {
          x: x.length,
          y: y.length,
        },
      },
    );
  }
  const values = x as readonly SampleValue[];
  return values.map((value, index): SamplePair => ({ x: value, y: y[index] as SampleValue }));
}

/** @throws {MettleError} `training/invalid_data` for what gives nothing in turn. */
export function checkSource(source: unknown, items: string): void {
  const gives =
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source);
  if (!gives)
    throw trainingError('invalid_data', `The samples are a list, or anything that gives ${items} in turn.`);
}

/** Makes an example of a pair; `place` says which sample it is, for what is wrong with it. */
export function toExample(
  program: TrainableProgram,
  pair: SamplePair,
  place: number | string,
): TrainingExample {
  if (typeof pair !== 'object' || pair === null || !('x' in pair) || pair.x === undefined) {
    const advice =
      typeof place === 'number'
        ? 'Give y as a list beside x, or pairs alone.'
        : 'Give pairs: x.map((value, place) => ({ x: value, y: y[place] })).';
    const what = Array.isArray(pair) ? 'is a list, not {x, y}' : 'is not {x, y}';
    throw trainingError('invalid_sample', `Sample ${place} ${what}. ${advice}`);
  }
  const x = valuesOf(pair.x, program.inputNames, `x of sample ${place}`);
  const y =
    pair.y === undefined || pair.y === null
      ? program.outputNames.map(() => null)
      : valuesOf(pair.y, program.outputNames, `y of sample ${place}`);
  try {
    return makeTrainingExample({ x, y });
  } catch (cause) {
    throw trainingError(
      'invalid_sample',
      `Sample ${place} is not JSON: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

/** What a program is asked: of a dataset, the inputs of its samples. */
export async function* inputsOf(dataset: Dataset): AsyncGenerator<SampleValue> {
  for await (const { x } of dataset) yield x;
}

/** The inputs of one sample, for a prediction. */
export function toInputs(
  program: TrainableProgram,
  value: SampleValue,
  index: number,
): readonly (JsonObject | null)[] {
  return valuesOf(value, program.inputNames, `sample ${index}`);
}

/**
 * All examples, in memory; `set` names the option they were given in.
 *
 * @throws {MettleError} `training/invalid_data` when there is none.
 */
export async function readExamples(
  program: TrainableProgram,
  given: GivenSamples,
  set?: string,
): Promise<TrainingExample[]> {
  const examples: TrainingExample[] = [];
  for await (const pair of pairsOf(given)) {
    const index = examples.length;
    examples.push(toExample(program, pair, set === undefined ? index : `${index} of ${set}`));
  }
  if (examples.length === 0) throw noSamples(set);
  return examples;
}

/** What is said where there is nothing to work on. */
export function noSamples(set?: string): Error {
  return trainingError(
    'invalid_data',
    `There are no samples${set === undefined ? '' : ` in ${set}`}. Give at least one.`,
  );
}

function valuesOf(value: SampleValue, names: readonly string[], what: string): (JsonObject | null)[] {
  if (names.length > 1) {
    if (isByName(value, names)) return names.map((name) => objectOf(value[name], `${what}, ${name}`));
    if (!Array.isArray(value) || value.length !== names.length) {
      throw trainingError(
        'invalid_sample',
        `${what} is a list of ${names.length} values, or an object with each by its name: ${names.join(', ')}.`,
      );
    }
    return value.map((part, place) => objectOf(part, `${what}, ${names[place]}`));
  }
  if (Array.isArray(value)) {
    if (value.length !== 1)
      throw trainingError('invalid_sample', `${what} is one value, not a list of ${value.length}.`);
    return [objectOf(value[0], what)];
  }
  return [objectOf(value, what)];
}

function isByName(value: SampleValue, names: readonly string[]): value is JsonObject {
  if (!isJsonObject(value) || value instanceof JsonDataModel) return false;
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

function objectOf(value: unknown, what: string): JsonObject | null {
  if (value === null) return null;
  if (value instanceof JsonDataModel) return value.getJson();
  if (isJsonObject(value)) return value;
  throw trainingError(
    'invalid_sample',
    `${what} is a JSON object, a data model or null; got ${typeof value}.`,
  );
}
