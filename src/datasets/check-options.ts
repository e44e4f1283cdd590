import { checkOptionNames } from '../core/internal.js';
import { datasetError } from './dataset-error.js';

/** The options of every dataset that is made of rows. */
const SAMPLE_OPTIONS = ['input', 'output', 'inputDataModel', 'outputDataModel'];

/** Refuses options that do not exist. */
export function checkNames(owner: string, options: object, known: readonly string[]): void {
  checkOptionNames(options, known, { code: 'datasets/invalid_option', owner });
}

/** Refuses options that a dataset of rows doesn't have. */
export function checkRowOptions(owner: string, options: object, more: readonly string[]): void {
  checkNames(owner, options, [...more, ...SAMPLE_OPTIONS]);
}

/** Refuses options that a dataset of a file doesn't have, and a path that is none. */
export function checkFileOptions(
  owner: string,
  options: { readonly path: string },
  more: readonly string[] = [],
): void {
  checkRowOptions(owner, options, ['path', ...more]);
  const { path }: { readonly path: unknown } = options;
  if (typeof path === 'string' && path !== '') return;
  throw datasetError('invalid_option', `${owner}: path is the path of a file; got ${String(path)}.`);
}
