import {
  canonicalJson,
  defineOptions,
  isJsonObject,
  type OptionsCheck,
  option,
  RandomStream,
} from '../core/index.js';
import { coreError } from '../core/internal.js';
import type { Sample } from './sample.js';

/** How {@link splitSamples} parts samples. */
export interface SplitOptions {
  /** Share of the samples that are for the test, between 0 and 1. Default 0.2. */
  readonly testSize?: number;
  /** Whole number that decides which. Default 0. */
  readonly seed?: number;
  /** A field of the output (or a function) whose values both sides should have in the same shares. */
  readonly stratifyBy?: string | ((sample: Sample) => string);
  /** What may not be on both sides, besides the same input: for example the task that several samples were made of. */
  readonly groupBy?: (sample: Sample) => string;
}

/** Checks {@link SplitOptions}. */
export const checkSplitOptions: OptionsCheck = defineOptions<SplitOptions>()('Dataset.splitTrainTest', {
  testSize: option.number,
  seed: option.integer,
  stratifyBy: option.either(option.string, option.callback),
  groupBy: option.callback,
});

/** Two lists of samples that share no input. */
export interface SampleSplit {
  readonly train: readonly Sample[];
  readonly test: readonly Sample[];
}

/**
 * Splits samples at random. Samples of one group, and samples with the same input, are never separated.
 *
 * @throws {MettleError} `core/invalid_option` for a share out of range, when there are fewer than two groups, and
 *   for a sample without the field to stratify by.
 */
export function splitSamples(samples: readonly Sample[], options: SplitOptions = {}): SampleSplit {
  checkSplitOptions(options, 'splitSamples');
  const { testSize = 0.2, seed = 0 } = options;
  if (!(testSize > 0 && testSize < 1)) {
    throw coreError('invalid_option', `testSize is a share between 0 and 1; got ${testSize}.`);
  }
  const groups = groupsOf(samples, options.groupBy);
  if (groups.length < 2) {
    throw coreError(
      'invalid_option',
      `A split needs samples with at least two different inputs; there are ${samples.length} with ${groups.length}.`,
    );
  }
  const strata = new Map<string, (readonly number[])[]>();
  for (const group of groups) {
    const label = labelOf(samples[group[0] as number] as Sample, options.stratifyBy);
    const own = strata.get(label);
    if (own === undefined) strata.set(label, [group]);
    else own.push(group);
  }
  const random = new RandomStream(seed, 'datasets/split');
  const test = new Set<number>();
  let owed = 0;
  for (const label of [...strata.keys()].sort()) {
    const own = random.child(label).shuffle(strata.get(label) ?? []);
    owed += own.reduce((sum, group) => sum + group.length, 0) * testSize;
    for (const group of own.slice(0, strata.size === 1 ? -1 : undefined)) {
      // What one label has too much or too little of, the next evens out.
      if (owed < group.length / 2) break;
      for (const index of group) test.add(index);
      owed -= group.length;
    }
  }
  if (test.size === 0)
    for (const index of groups[random.integer(0, groups.length - 1)] ?? []) test.add(index);
  const order = random.child('order').shuffle([...samples.keys()]);
  const side = (isTest: boolean) =>
    order.filter((index) => test.has(index) === isTest).map((index) => samples[index] as Sample);
  const split = { train: side(false), test: side(true) };
  if (split.train.length === 0) {
    throw coreError('invalid_option', `With testSize ${testSize} nothing is left to train on.`);
  }
  return split;
}

/**
 * Inputs that are on both sides of a split made elsewhere, so that the test repeats training inputs.
 *
 * @returns for each input that leaks, its first position in each list.
 */
export function findLeaks(split: SampleSplit): readonly { readonly train: number; readonly test: number }[] {
  const seen = new Map<string, number>();
  for (const [index, { x }] of split.train.entries()) {
    const key = canonicalJson(x);
    if (!seen.has(key)) seen.set(key, index);
  }
  const reported = new Set<string>();
  return split.test.flatMap(({ x }, test) => {
    const key = canonicalJson(x);
    const train = seen.get(key);
    if (train === undefined || reported.has(key)) return [];
    reported.add(key);
    return [{ train, test }];
  });
}

/** Positions of samples that belong together, by input and by group, however these chain. */
function groupsOf(
  samples: readonly Sample[],
  groupBy: ((sample: Sample) => string) | undefined,
): readonly (readonly number[])[] {
  const parent = samples.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  const first = new Map<string, number>();
  const join = (key: string, index: number) => {
    const other = first.get(key);
    if (other === undefined) first.set(key, index);
    else parent[root(index)] = root(other);
  };
  for (const [index, sample] of samples.entries()) {
    join(`x${canonicalJson(sample.x)}`, index);
    if (groupBy !== undefined) join(`g${groupBy(sample)}`, index);
  }
  const groups = new Map<number, number[]>();
  for (const index of samples.keys()) {
    const at = root(index);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}

function labelOf(sample: Sample, by: SplitOptions['stratifyBy']): string {
  if (by === undefined) return '';
  if (typeof by === 'function') return by(sample);
  if (isJsonObject(sample.y) && Object.hasOwn(sample.y, by)) return canonicalJson(sample.y[by]);
  throw coreError('invalid_option', `stratifyBy: a sample has no ${by} in its output.`);
}
