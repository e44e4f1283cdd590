import type { TrainableProgram } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import type { FitSets } from './fit-program.js';
import type { FitSettings } from './fit-settings.js';
import { type GivenSamples, readExamples } from './samples.js';
import { checkApart, splitSamples } from './split-samples.js';

/**
 * Reads the examples of a training and splits them. Exact repetitions are dropped.
 *
 * @throws {MettleError} `training/leak` where two sets share a sample; `training/invalid_data`, `training/invalid_sample`.
 */
export async function readSets(
  program: TrainableProgram,
  samples: GivenSamples,
  settings: FitSettings,
): Promise<FitSets> {
  const examples = once(await readExamples(program, samples));
  const read = async (set: 'testData' | 'validationData') => {
    const source = settings[set];
    return source === undefined ? [] : once(await readExamples(program, { x: source, y: null }, set));
  };
  const test = await read('testData');
  const given = await read('validationData');
  const split =
    settings.validationData === undefined
      ? splitSamples({ examples, share: settings.validationSplit, seed: settings.seed })
      : { train: examples, apart: given };
  checkApart([
    { name: 'training', examples: split.train },
    { name: 'validation', examples: split.apart },
    { name: 'test', examples: test },
  ]);
  return { train: split.train, validation: split.apart, test };
}

function once(examples: readonly TrainingExample[]): TrainingExample[] {
  return [...new Map(examples.map((example) => [example.id, example])).values()];
}
