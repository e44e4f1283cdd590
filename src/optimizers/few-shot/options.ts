import { type JsonObject, type MettleError, type OptionKinds, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';

/** How examples are drawn: `softmax` the better the likelier · `random` all alike · `best` by reward alone. */
export type ExampleSampling = 'softmax' | 'random' | 'best';

/** How few-shot examples are chosen. */
export interface FewShotOptions {
  /** Fewest examples that a module is shown. Default 1. */
  readonly minExamples?: number;
  /** Most examples that a module is shown. Default 3. */
  readonly maxExamples?: number;
  /** Candidates that are kept for the final choice. Default 5: each costs a pass over the selection set. */
  readonly populationSize?: number;
  /** Training examples that candidates are compared on, the same for all. Default 16. */
  readonly scoreExamples?: number;
  /** Proposals of a step. Default 1. */
  readonly proposals?: number;
  /**
   * Whether a call that gave an output of the program is shown with the output that was expected. Default true; false
   * shows only what the program gave itself.
   */
  readonly labels?: boolean;
}

/** The kinds of {@link FewShotOptions}. */
export const FEW_SHOT_OPTIONS: OptionKinds<FewShotOptions> = {
  minExamples: option.number,
  maxExamples: option.number,
  populationSize: option.number,
  scoreExamples: option.number,
  proposals: option.number,
  labels: option.boolean,
};

/** {@link FewShotOptions} with the defaults filled in. */
export type FewShotSettings = Required<FewShotOptions>;

const DEFAULTS: FewShotSettings = {
  minExamples: 1,
  maxExamples: 3,
  populationSize: 5,
  scoreExamples: 16,
  proposals: 1,
  labels: true,
};

/**
 * Fills in the defaults.
 *
 * @param own - options beside those, with their defaults.
 * @throws {MettleError} `core/invalid_option`, naming the option.
 */
export function readFewShotOptions<Own extends object>(
  owner: string,
  options: object,
  own: Own,
): FewShotSettings & Own {
  const defaults = { ...DEFAULTS, ...own };
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    throw invalid(`${owner} has no option ${unknown}; it has ${Object.keys(defaults).join(', ')}`);
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: FewShotSettings & Own = { ...defaults, ...Object.fromEntries(given) };
  for (const name of [
    'minExamples',
    'maxExamples',
    'populationSize',
    'scoreExamples',
    'proposals',
  ] as const) {
    const value = settings[name];
    if (!(Number.isSafeInteger(value) && value >= 1)) {
      throw invalid(`${name} is a whole number of at least 1; got ${String(value)}`);
    }
  }
  if (settings.minExamples > settings.maxExamples) {
    throw invalid(
      `minExamples is at most maxExamples; got ${settings.minExamples} and ${settings.maxExamples}`,
    );
  }
  if (typeof settings.labels !== 'boolean') throw invalid('labels is true or false');
  return settings;
}

/** The settings as JSON. */
export function fewShotConfig(settings: FewShotSettings): JsonObject {
  return { ...settings } as unknown as JsonObject;
}

/** Words for an option that makes no sense. */
export function invalid(message: string): MettleError {
  return coreError('invalid_option', `${message}.`);
}
