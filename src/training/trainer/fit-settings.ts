import { checkFitOptions, type FitOptions } from '../fit-options.js';
import { checkCallbacks } from './trainer-arguments.js';

type Filled = 'epochs' | 'batchSize' | 'validationSplit' | 'shuffle' | 'seed' | 'concurrency';

/** Options of `fit` with every default filled in. */
export type FitSettings = FitOptions & Required<Pick<FitOptions, Filled>>;

/** Fills in defaults. @throws {MettleError} `core/invalid_option` */
export function fitSettings(options: FitOptions): FitSettings {
  checkFitOptions(options);
  const { epochs = 1, batchSize = 4, shuffle = true, seed = 0, concurrency = 8 } = options;
  const validationSplit = options.validationSplit ?? 0.2;
  checkCallbacks(options);
  return { ...options, epochs, batchSize, validationSplit, shuffle, seed, concurrency };
}
