import type { JsonObject } from '../../core/index.js';
import { plainOptions } from '../plain-options.js';
import type { RewardFunction, RewardRange, SampleReward } from '../reward.js';

/** A reward that comes with Mettle and can be saved: a file holds its name and its options. */
export class BuiltInReward implements SampleReward {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Reward';
  readonly name: string;
  readonly score: RewardFunction;
  readonly range: RewardRange;
  readonly #config: JsonObject;

  constructor({ name, score, range }: SampleReward & { readonly range: RewardRange }, config: JsonObject) {
    this.name = name;
    this.score = score;
    this.range = range;
    this.#config = config;
  }

  getConfig(): JsonObject {
    return this.#config;
  }
}

/** The reward, so that a file can hold it; as it is where its options are not JSON. */
export function saveable(
  reward: SampleReward & { readonly range: RewardRange },
  name: string,
  options: object,
): SampleReward {
  const plain = plainOptions(options);
  return plain === null ? reward : new BuiltInReward(reward, { reward: name, options: plain });
}
