import { canonicalJson } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { Sample } from '../sample.js';
import type { ArcPair, ArcTask } from './arc-task.js';
import { areaOf, type Grid } from './grid.js';

/** How training samples are made from the pairs of a task. */
export interface ArcSampleOptions {
  /** Ask for every pair, with the others as examples. False: ask for the last pair alone. Default true. */
  readonly oneLeaveOut?: boolean;
  /** Give the examples in every order, or in at most so many. Default false: in the order of the task. */
  readonly permutation?: boolean | number;
  /** Begin with small outputs. Default true. */
  readonly curriculum?: boolean;
}

type ShownPair = ArcTask['train'][number];
interface Query {
  readonly input: Grid;
  readonly output: Grid;
  readonly examples: readonly ShownPair[];
}

/**
 * Samples to train on. What is asked is never among its own examples, also where a task shows a pair twice; a pair that
 * leaves no example is not asked.
 */
export function* trainSamples(
  tasks: readonly ArcTask[],
  options: ArcSampleOptions,
): Generator<Sample, void, undefined> {
  const { oneLeaveOut = true, permutation = false, curriculum = true } = options;
  const queries = tasks.flatMap(({ train }): Query[] =>
    (oneLeaveOut ? train : train.slice(-1)).map((asked) => ({
      ...asked,
      examples: examplesFor(asked, train),
    })),
  );
  if (curriculum) queries.sort((one, other) => areaOf(one.output) - areaOf(other.output));
  const most = orderings(permutation);
  for (const { input, output, examples } of queries) {
    if (examples.length === 0) continue;
    let given = 0;
    for (const order of permutations(examples)) {
      if (given >= most) break;
      given += 1;
      yield { x: inputOf(order, input), y: { output_grid: output } };
    }
  }
}

/** Samples to test with: all training pairs are the examples. A test pair whose output is withheld has no `y`. */
export function* testSamples(tasks: readonly ArcTask[]): Generator<Sample, void, undefined> {
  for (const { train, test } of tasks) {
    for (const asked of test) {
      const x = inputOf(examplesFor(asked, train), asked.input);
      yield asked.output === null ? { x } : { x, y: { output_grid: asked.output } };
    }
  }
}

function examplesFor(asked: ArcPair, train: readonly ShownPair[]): readonly ShownPair[] {
  const query = canonicalJson(asked.input);
  return train.filter((pair) => canonicalJson(pair.input) !== query);
}

function inputOf(examples: readonly ShownPair[], input: Grid): Sample['x'] {
  return {
    examples: examples.map((pair) => ({ input_grid: pair.input, output_grid: pair.output })),
    input_grid: input,
  };
}

function orderings(permutation: boolean | number): number {
  if (typeof permutation === 'boolean') return permutation ? Number.POSITIVE_INFINITY : 1;
  if (Number.isSafeInteger(permutation) && permutation >= 1) return permutation;
  throw coreError(
    'invalid_option',
    `permutation is true, false or a whole number from 1; got ${permutation}.`,
  );
}

/** Every order of some items, that of the list first, by their positions in lexicographic order. */
function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[], void, undefined> {
  const order = [...items.keys()];
  for (;;) {
    yield order.map((index) => items[index] as Item);
    let pivot = order.length - 2;
    while (pivot >= 0 && (order[pivot] as number) > (order[pivot + 1] as number)) pivot -= 1;
    if (pivot < 0) return;
    const next = order.findLastIndex((index) => index > (order[pivot] as number));
    [order[pivot], order[next]] = [order[next] as number, order[pivot] as number];
    order.push(...order.splice(pivot + 1).reverse());
  }
}
