import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import type { RunRecipeOptions } from '../generate/run-recipe.js';

/** What {@link runFlywheel} takes. */
export interface FlywheelOptions
  extends Pick<
    RunRecipeOptions,
    | 'folder'
    | 'resume'
    | 'stop'
    | 'onProgress'
    | 'onWarning'
    | 'onPlayers'
    | 'variables'
    | 'loadModule'
    | 'shownPath'
  > {
  /** Measurements; between two of them it learns. Default 2. */
  readonly rounds?: number;
  /** Held-out tasks of each measurement: the same ones, so that rounds can be compared. Default 40. */
  readonly benchmarkTasks?: number;
  /** Tasks of the part `train` that are practised after a measurement. Default 200. */
  readonly practiceTasks?: number;
  /** A skill is kept if it is worse than the oracles on at most this share of the unseen tasks that ask for it, with 95 % confidence. Default 0.05. */
  readonly margin?: number;
}

/** Checks {@link FlywheelOptions}. */
export const checkFlywheelOptions: OptionsCheck = defineOptions<FlywheelOptions>()('runFlywheel', {
  folder: option.required(option.text),
  resume: option.boolean,
  rounds: option.wholeNumber(1),
  benchmarkTasks: option.wholeNumber(1),
  practiceTasks: option.wholeNumber(1),
  margin: option.between(0.001, 0.5),
  stop: option.signal,
  onProgress: option.callback,
  onWarning: option.callback,
  onPlayers: option.callback,
  variables: option.record,
  loadModule: option.callback,
  shownPath: option.callback,
});
