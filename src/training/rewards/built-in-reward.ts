import { isJsonObject, type JsonObject, registerSerializable } from '../../core/index.js';
import { badOption } from '../check-options.js';
import { plainOptions } from '../plain-options.js';
import type { RewardFunction, SampleReward } from '../reward.js';

/** Makes a reward of the options that a file holds. */
export type RewardFactory = (options: never) => SampleReward;

const factories = new Map<string, RewardFactory>();

/** Tells what the rewards in files are made by. */
export function defineSavedRewards(table: Readonly<Record<string, RewardFactory>>): void {
  for (const [name, factory] of Object.entries(table)) factories.set(name, factory);
}

/** A reward that comes with Mettle and can be saved: a file holds its name and its options. */
class BuiltInReward implements SampleReward {
  readonly name: string;
  readonly score: RewardFunction;
  readonly #config: JsonObject;

  constructor({ name, score }: SampleReward, config: JsonObject) {
    this.name = name;
    this.score = score;
    this.#config = config;
  }

  getConfig(): JsonObject {
    return this.#config;
  }

  static fromConfig({ reward, options }: JsonObject): SampleReward {
    const factory = typeof reward === 'string' ? factories.get(reward) : undefined;
    if (factory === undefined) throw badOption('A saved reward', 'reward', 'the name of one', reward);
    if (!isJsonObject(options) || !['string', 'undefined'].includes(typeof options.name)) {
      throw badOption(`The saved reward ${String(reward)}`, 'options', 'an object, its name a text', options);
    }
    return factory(options as never);
  }
}

registerSerializable('mettle', 'Reward')(BuiltInReward);

/** The reward, so that a file can hold it; as it is where its options are not JSON. */
export function saveable(reward: SampleReward, name: string, options: object): SampleReward {
  const plain = plainOptions(options);
  return plain === null ? reward : new BuiltInReward(reward, { reward: name, options: plain });
}
