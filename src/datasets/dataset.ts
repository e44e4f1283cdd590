import type { JsonObject } from '../core/index.js';
import { type OptionKinds, option } from '../core/index.js';
import { coreError, errorMessage } from '../core/internal.js';
import type { DataModel } from '../data/index.js';
import { wholeNumber } from './dataset-error.js';
import { datasetError } from './error-codes.js';
import type { Row } from './row.js';
import type { Sample } from './sample.js';
import { checkSplitOptions, type SplitOptions, splitSamples } from './split.js';
import { compileTemplate, type Template } from './template.js';

/** How rows become samples. */
export interface SampleOptions {
  /** Makes what goes in. Default: the row as it is. */
  readonly input?: Template;
  /** Makes what should come out. Default: samples have no `y`. */
  readonly output?: Template;
  /** What every input must be. */
  readonly inputDataModel?: DataModel;
  /** What every output must be. */
  readonly outputDataModel?: DataModel;
}

/** The kinds of {@link SampleOptions}. */
export const SAMPLE_OPTIONS: OptionKinds<SampleOptions> = {
  input: option.either(option.object, option.callback),
  output: option.either(option.object, option.callback),
  inputDataModel: option.object,
  outputDataModel: option.object,
};

/**
 * Samples that are read while you iterate, from the start each time: training reads them many times, and a file may be
 * larger than memory. No method changes a dataset; each returns a new one.
 */
export class Dataset implements AsyncIterable<Sample> {
  readonly #open: () => AsyncIterable<Sample> | Iterable<Sample>;

  /** @param open - starts a new pass over the samples. */
  constructor(open: () => AsyncIterable<Sample> | Iterable<Sample>) {
    this.#open = open;
  }

  /**
   * The samples of a list or of anything that can be gone through again.
   *
   * @throws {MettleError} `core/invalid_option` for what gives no samples. A second pass over what can be gone
   *   through only once, such as a generator, throws it too: it would find nothing.
   */
  static from(samples: Iterable<Sample> | AsyncIterable<Sample>): Dataset {
    if (typeof samples !== 'object' || samples === null || !isIterable(samples)) {
      throw coreError('invalid_option', 'Dataset.from takes a list, or anything that gives {x, y} in turn.');
    }
    let isUsed = false;
    return new Dataset(() => {
      if (!isIterator(samples)) return samples;
      if (isUsed) {
        throw coreError(
          'invalid_option',
          'This dataset was made from an iterator, which allows one pass. Use new Dataset(() => …), which makes one for each pass.',
        );
      }
      isUsed = true;
      return samples;
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Sample, void, undefined> {
    yield* this.#open();
  }

  /** The first samples, at most `count`. */
  limit(count: number): Dataset {
    const most = wholeNumber('limit', count, 0);
    const open = this.#open;
    return new Dataset(async function* () {
      if (most === 0) return;
      let given = 0;
      for await (const sample of open()) {
        yield sample;
        given += 1;
        if (given === most) return;
      }
    });
  }

  /** All samples, `times` times over. */
  repeat(times: number): Dataset {
    const count = wholeNumber('repeat', times, 1);
    const open = this.#open;
    return new Dataset(async function* () {
      for (let pass = 0; pass < count; pass += 1) yield* open();
    });
  }

  /** Lists of `size` samples; the last may be shorter. */
  async *batches(size: number): AsyncGenerator<readonly Sample[], void, undefined> {
    const most = wholeNumber('The size of a batch', size, 1);
    let batch: Sample[] = [];
    for await (const sample of this) {
      batch.push(sample);
      if (batch.length < most) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** All samples, in memory. */
  async materialize(): Promise<readonly Sample[]> {
    const samples: Sample[] = [];
    for await (const sample of this) samples.push(sample);
    return samples;
  }

  /**
   * Reads all samples and parts them at random, the same way for the same seed. Samples with the same input always
   * stay on one side, so none of the test samples was trained on.
   *
   * @throws {MettleError} `core/invalid_option` for a share out of range, or when fewer than two inputs differ.
   */
  async splitTrainTest(
    options: SplitOptions = {},
  ): Promise<{ readonly train: Dataset; readonly test: Dataset }> {
    checkSplitOptions(options, 'Dataset.splitTrainTest');
    const { train, test } = splitSamples(await this.materialize(), options);
    return { train: Dataset.from(train), test: Dataset.from(test) };
  }
}

function isIterable(samples: object): boolean {
  return Symbol.iterator in samples || Symbol.asyncIterator in samples;
}

/** Whether it gives itself at each pass, and so has only one. */
function isIterator(samples: Iterable<Sample> | AsyncIterable<Sample>): boolean {
  return 'next' in samples && typeof samples.next === 'function';
}

/** Samples made of rows. What is wrong with a row is said with its place. */
export function datasetOf(open: () => AsyncIterable<Row>, options: SampleOptions): Dataset {
  const input = compileTemplate(options.input);
  const output = options.output === undefined ? undefined : compileTemplate(options.output);
  return new Dataset(async function* () {
    for await (const row of open()) {
      const x = checked(input(row), options.inputDataModel, row);
      yield output === undefined ? { x } : { x, y: checked(output(row), options.outputDataModel, row) };
    }
  });
}

function checked(value: JsonObject, model: DataModel | undefined, row: Row): JsonObject {
  if (model === undefined) return value;
  try {
    return model.of(value).json;
  } catch (cause) {
    throw datasetError('invalid_row', `${row.where}: ${errorMessage(cause)}`, { cause });
  }
}
