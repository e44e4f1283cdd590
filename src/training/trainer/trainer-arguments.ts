import type { MettleError } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import {
  checkEvaluateOptions,
  type EvaluateOptions,
  type FitOptions,
  type SampleSource,
  type SampleValue,
} from '../fit-options.js';
import type { GivenSamples } from './samples.js';

/** Tells `(x, y, options)` and `(samples, options)` apart. */
export function argumentsOf<Options extends object>(
  x: readonly SampleValue[] | SampleSource,
  second: readonly SampleValue[] | Options | undefined,
  third: Options | undefined,
): { readonly samples: GivenSamples; readonly options: Options } {
  if (Array.isArray(second)) return { samples: { x, y: second }, options: third ?? ({} as Options) };
  return { samples: { x, y: null }, options: (second as Options | undefined) ?? third ?? ({} as Options) };
}

/** Fills in the defaults of `evaluate` and `predict`. */
export function checkedOptions(
  options: EvaluateOptions,
  owner: 'evaluate' | 'predict',
): EvaluateOptions & Required<Pick<EvaluateOptions, 'batchSize' | 'concurrency'>> {
  checkEvaluateOptions(options, owner);
  const { batchSize = 32, concurrency = 8 } = options;
  checkCallbacks(options);
  return { ...options, batchSize, concurrency };
}

/** Refuses callbacks that are none. @throws {MettleError} `core/invalid_option`. */
export function checkCallbacks({ callbacks = [] }: Pick<EvaluateOptions, 'callbacks'>): void {
  for (const [index, callback] of callbacks.entries()) {
    if (typeof callback === 'object' && callback !== null) continue;
    throw coreError(
      'invalid_option',
      `callbacks[${index}] is an object with hooks, such as progressBar() with its parentheses; got ${typeof callback}.`,
    );
  }
}

/** The error for `fit` without an optimizer. */
export function noOptimizer(): MettleError {
  return trainingError(
    'no_optimizer',
    'fit needs an optimizer: give one to compile or to the Trainer, such as new RandomFewShot() of mettle/optimizers.',
  );
}

/** The journal that the options or a callback name, and whether it is deleted at the end. */
export function journalOf({ journal, callbacks = [] }: FitOptions): {
  readonly path: string | null;
  readonly deleted: boolean;
} {
  const naming = callbacks.filter((callback) => callback.journal !== undefined);
  const [first] = naming;
  if (naming.length + (journal === undefined ? 0 : 1) > 1) {
    throw coreError(
      'invalid_option',
      'A training keeps one journal: name it in the options or in one callback.',
    );
  }
  const path: unknown = journal ?? first?.journal ?? null;
  if (path !== null && (typeof path !== 'string' || path === '')) {
    throw coreError('invalid_option', `journal is the path of a file; got ${JSON.stringify(path)}.`);
  }
  return { path, deleted: first?.deleteJournal === true };
}
