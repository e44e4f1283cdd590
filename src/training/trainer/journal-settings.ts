import { contentHash, type JsonObject } from '../../core/index.js';
import type { TrainingSettings } from '../fit-options.js';
import type { Optimizer } from '../optimizer.js';
import type { TrainableProgram } from '../trainable-program.js';
import type { FitSets } from './fit-program.js';
import type { FitSettings } from './fit-settings.js';
import type { Judge } from './judges.js';

/** Everything that decides how a training goes, so that a journal is resumed with the same alone. */
export function journalSettings(options: {
  readonly program: TrainableProgram;
  readonly training: TrainingSettings;
  readonly optimizer: Optimizer;
  readonly judges: readonly (Judge | null)[];
  readonly settings: FitSettings;
  readonly sets: FitSets;
}): JsonObject {
  const { program, training, optimizer, judges, settings, sets } = options;
  const ids = (examples: FitSets['train']) => contentHash(examples.map(({ id }) => id));
  return {
    program: { name: program.name, inputs: program.inputNames, outputs: program.outputNames },
    values: contentHash(Object.fromEntries(program.variables.map(({ key, value }) => [key, value]))),
    optimizer: { name: optimizer.name, config: optimizer.getConfig?.() ?? null },
    reward: judges.map((judge) => judge && { name: judge.reward, weight: judge.weight }),
    budget: { ...training.budget },
    secondsPerSample: training.secondsPerSample ?? null,
    seed: settings.seed,
    epochs: settings.epochs,
    batchSize: settings.batchSize,
    shuffle: settings.shuffle,
    'training samples': ids(sets.train),
    'validation samples': ids(sets.validation),
    'test samples': ids(sets.test),
  };
}
