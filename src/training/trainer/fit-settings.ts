import { checkFitOptions, type FitOptions } from '../fit-options.js';
import { checkWhole, invalid } from './invalid.js';
import { checkWatchers } from './trainer-arguments.js';

type Filled = 'epochs' | 'batchSize' | 'validationSplit' | 'shuffle' | 'seed' | 'concurrency';

/** Options of `fit` with every default filled in. */
export type FitSettings = FitOptions & Required<Pick<FitOptions, Filled>>;

/** Fills in defaults. @throws {MettleError} `core/invalid_option` */
export function fitSettings(options: FitOptions): FitSettings {
  checkFitOptions(options);
  const { epochs = 1, batchSize = 4, shuffle = true, seed = 0, concurrency = 8 } = options;
  const validationSplit = options.validationSplit ?? 0.2;
  checkWhole('epochs', epochs, 1);
  checkWhole('batchSize', batchSize, 1);
  checkWhole('concurrency', concurrency, 1);
  checkWhole('seed', seed, Number.MIN_SAFE_INTEGER);
  checkWatchers(options);
  if (typeof shuffle !== 'boolean') throw invalid('option', 'shuffle is true or false.');
  if (typeof validationSplit !== 'number' || !(validationSplit >= 0 && validationSplit <= 0.9)) {
    throw invalid('option', `validationSplit is a share from 0 to 0.9; got ${String(validationSplit)}.`);
  }
  return { ...options, epochs, batchSize, validationSplit, shuffle, seed, concurrency };
}
