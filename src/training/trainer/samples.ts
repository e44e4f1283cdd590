import { isJsonObject, JsonDataModel, type JsonObject } from '../../core/index.js';
import type { SamplePair, SampleSource, SampleValue } from '../fit-options.js';
import type { TrainableProgram } from '../trainable-program.js';
import { makeTrainingExample, type TrainingExample } from '../training-example.js';
import { invalid } from './invalid.js';

/** Samples as a caller gives them: two lists of the same length, or one source of pairs. */
export interface GivenSamples {
  readonly x: readonly SampleValue[] | SampleSource;
  /** Null where `x` is a source of pairs. */
  readonly y: readonly SampleValue[] | null;
}

/** The pairs in order. @throws {MettleError} `training/invalid_data` for lists of unequal length. */
export function pairsOf({ x, y }: GivenSamples): SampleSource {
  if (typeof x !== 'object' || x === null || !(Symbol.iterator in x || Symbol.asyncIterator in x)) {
    throw invalid('data', 'The samples are a list, or anything that gives {x, y} in turn.');
  }
  if (y === null) return x as SampleSource;
  if (!Array.isArray(x) || !Array.isArray(y)) {
    throw invalid(
      'data',
      'With y given, x and y are two lists. A dataset gives {x, y} itself and stands alone.',
    );
  }
  if (x.length !== y.length) {
    throw invalid('data', `x has ${x.length} samples and y has ${y.length}. Each sample needs both.`, {
      x: x.length,
      y: y.length,
    });
  }
  const values = x as readonly SampleValue[];
  return values.map((value, index): SamplePair => ({ x: value, y: y[index] as SampleValue }));
}

/** Makes an example of a pair; `index` is the sample's number, for what is wrong with it. */
export function toExample(program: TrainableProgram, pair: SamplePair, index: number): TrainingExample {
  if (typeof pair !== 'object' || pair === null || !('x' in pair)) {
    throw invalid('sample', `Sample ${index} is not {x, y}. Give y as a list beside x, or pairs alone.`);
  }
  if (pair.x === undefined) {
    throw invalid('sample', `Sample ${index} has no x. Give y as a list beside x, or pairs {x, y} alone.`);
  }
  const x = valuesOf(pair.x, program.inputNames, `x of sample ${index}`);
  const y =
    pair.y === undefined || pair.y === null
      ? program.outputNames.map(() => null)
      : valuesOf(pair.y, program.outputNames, `y of sample ${index}`);
  try {
    return makeTrainingExample({ x, y });
  } catch (cause) {
    throw invalid('sample', `Sample ${index} is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** The inputs of one sample, for a prediction. */
export function toInputs(
  program: TrainableProgram,
  value: SampleValue,
  index: number,
): readonly (JsonObject | null)[] {
  return valuesOf(value, program.inputNames, `sample ${index}`);
}

/** All examples, in memory. @throws {MettleError} `training/invalid_data` when there is none. */
export async function readExamples(
  program: TrainableProgram,
  given: GivenSamples,
): Promise<TrainingExample[]> {
  const examples: TrainingExample[] = [];
  for await (const pair of pairsOf(given)) examples.push(toExample(program, pair, examples.length));
  if (examples.length === 0) throw noSamples();
  return examples;
}

/** What is said where there is nothing to work on. */
export function noSamples(): Error {
  return invalid('data', 'There are no samples. Give at least one.');
}

function valuesOf(value: SampleValue, names: readonly string[], what: string): (JsonObject | null)[] {
  if (names.length > 1) {
    if (!Array.isArray(value) || value.length !== names.length) {
      throw invalid('sample', `${what} is a list of ${names.length} values: ${names.join(', ')}.`);
    }
    return value.map((part, place) => objectOf(part, `${what}, ${names[place]}`));
  }
  if (Array.isArray(value)) {
    if (value.length !== 1) throw invalid('sample', `${what} is one value, not a list of ${value.length}.`);
    return [objectOf(value[0], what)];
  }
  return [objectOf(value, what)];
}

function objectOf(value: unknown, what: string): JsonObject | null {
  if (value === null) return null;
  if (value instanceof JsonDataModel) return value.getJson();
  if (isJsonObject(value)) return value;
  throw invalid('sample', `${what} is a JSON object, a data model or null; got ${typeof value}.`);
}
