import { type MettleError, type OptionKinds, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { type ModelSource, openModel, type ReasoningEffort } from '../../models/index.js';
import { SELECTIONS, type Selection } from '../candidates/selection.js';

/** How a population of values is evolved. */
export interface EvolutionaryOptions {
  /** Writes the proposals: one of Mettle's models or of the AI SDK, or `provider/model`. */
  readonly model: ModelSource;
  /** Candidates that are kept from epoch to epoch. Default 10: enough for variety, few enough to be told apart by score. */
  readonly populationSize?: number;
  /** How parents are chosen. Default `softmax`. */
  readonly selection?: Selection;
  /**
   * Temperature of `softmax`. Default 0.3: with rewards from 0 to 1, the best is about 28 times as likely as one that
   * gets nothing, and twice as likely as one that is 0.2 behind.
   */
  readonly selectionTemperature?: number;
  /** Temperature of the model when it changes one value. Default 0.3: near the parent, which is worth keeping. */
  readonly mutationTemperature?: number;
  /** Temperature of the model when it combines two. Default 0.3. */
  readonly crossoverTemperature?: number;
  /**
   * Growth of the chance of a crossover with each epoch, counted from 1, so that the first epoch has it too. Default 0.02:
   * combining pays only once the population differs in what it gets right.
   */
  readonly mergingRate?: number;
  /** Proposals of a step, under way at the same time. Default 1. */
  readonly proposals?: number;
  /**
   * Examples that every candidate is scored on: the same for all, because scores of different samples don't compare.
   * Default 16, which tells means apart that differ by a fifth or so.
   */
  readonly scoreExamples?: number;
  /** What else proposers should know. */
  readonly instructions?: string;
  /** Characters that a prompt shows of each value. Default 1,000: a prompt of four examples stays below 20,000. */
  readonly maxChars?: number;
  readonly maxOutputTokens?: number;
  readonly reasoningEffort?: ReasoningEffort;
}

/** {@link EvolutionaryOptions} with the defaults filled in. */
export type EvolutionarySettings = Required<
  Omit<EvolutionaryOptions, 'maxOutputTokens' | 'reasoningEffort'>
> &
  Pick<EvolutionaryOptions, 'maxOutputTokens' | 'reasoningEffort'>;

/** The kinds of {@link EvolutionaryOptions}. */
export const EVOLUTIONARY_OPTIONS: OptionKinds<EvolutionaryOptions> = {
  model: option.any,
  populationSize: option.wholeNumber(1),
  selection: option.oneOf(SELECTIONS),
  selectionTemperature: option.amount,
  mutationTemperature: option.amount,
  crossoverTemperature: option.amount,
  mergingRate: option.amount,
  proposals: option.wholeNumber(1),
  scoreExamples: option.wholeNumber(1),
  instructions: option.string,
  maxChars: option.wholeNumber(1),
  maxOutputTokens: option.any,
  reasoningEffort: option.any,
};

/**
 * Fills in the defaults.
 *
 * @throws {MettleError} `core/invalid_option`, naming the option.
 */
export function readEvolutionaryOptions(options: EvolutionaryOptions): EvolutionarySettings {
  const settings = {
    populationSize: 10,
    selection: 'softmax' as Selection,
    selectionTemperature: 0.3,
    mutationTemperature: 0.3,
    crossoverTemperature: 0.3,
    mergingRate: 0.02,
    proposals: 1,
    scoreExamples: 16,
    instructions: '',
    maxChars: 1000,
    ...definedOf(options),
  };
  checkModel(options.model);
  if (settings.selectionTemperature === 0)
    throw invalidOption('selectionTemperature must be above 0; use selection "best"');
  return settings;
}

/** Refuses what is no model, before anything is run. */
export function checkModel(model: ModelSource | undefined): void {
  if (model === undefined) throw invalidOption('model has to be a model, such as "provider/name"');
  openModel(model);
}

/** What was given, without what is undefined. */
export function definedOf<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Refuses what is no number of the kind. */
export function checkNumber(
  name: string,
  value: unknown,
  { least, whole }: { readonly least: number; readonly whole: boolean },
): void {
  if (
    typeof value === 'number' &&
    value >= least &&
    Number.isFinite(value) &&
    (!whole || Number.isSafeInteger(value))
  )
    return;
  throw invalidOption(
    `${name} is a ${whole ? 'whole number' : 'number'} of at least ${least}; got ${String(value)}`,
  );
}

/** Words for an option that makes no sense. */
export function invalidOption(message: string): MettleError {
  return coreError('invalid_option', `${message}.`);
}
