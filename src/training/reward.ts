import type { JsonObject } from '../core/index.js';
import type { ProgramUsage } from './trainable-program.js';

/** What a reward may look at besides the two values. */
export interface RewardContext {
  /** The example's id. */
  readonly exampleId: string;
  /** What the program was given, one entry for each of its inputs. */
  readonly inputs: readonly (JsonObject | null)[];
  /** Name of the output that is judged. */
  readonly output: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A number, the higher the better, usually from 0 to 1, or in the reward's `range`; with `feedback`, one or two sentences on what is wrong, for
 * whoever improves the program; with `usage`, what it cost to judge.
 */
export type RewardResult =
  | number
  | { readonly reward: number; readonly feedback?: string | null; readonly usage?: ProgramUsage };

/**
 * Judges one output of one sample. It is not asked where the program gave nothing: that is worth 0. If it throws, or gives
 * what is no finite number (or, times its weight, one beyond 1e100), the work ends with `training/reward_failed`: a judge that fails says nothing about the program.
 *
 * @param yTrue - what is expected; null where nothing is.
 * @param yPred - what the program gave.
 */
export type RewardFunction = (
  yTrue: JsonObject | null,
  yPred: JsonObject,
  context: RewardContext,
) => RewardResult | Promise<RewardResult>;

/** One output of one sample, for a {@link BatchReward}. */
export interface RewardSample {
  readonly yTrue: JsonObject | null;
  readonly yPred: JsonObject;
  readonly context: RewardContext;
}

/** The least and the most that a reward can be; `-Infinity` and `Infinity` where there is no end. */
export type RewardRange = readonly [least: number, most: number];

/** Judges samples one by one. */
export interface SampleReward {
  readonly name: string;
  /**
   * The least and the most that {@link score} gives, weights aside. What is outside ends the work, as a reward that fails.
   * Default: no ends, so that no reward is known to be the largest there can be.
   */
  readonly range?: RewardRange;
  readonly score: RewardFunction;
}

/**
 * Judges several samples at a time, to save calls. Each result must depend on its own sample alone, because it is kept and
 * used again with other samples around it.
 */
export interface BatchReward {
  readonly name: string;
  /**
   * The least and the most that each result has, weights aside. What is outside ends the work, as a reward that fails.
   * Default: no ends, so that no reward is known to be the largest there can be.
   */
  readonly range?: RewardRange;
  /** @returns one result for each sample, in the same order. */
  scoreBatch(samples: readonly RewardSample[]): Promise<readonly RewardResult[]>;
}

/** Judges what a program gave. */
export type Reward = SampleReward | BatchReward;
