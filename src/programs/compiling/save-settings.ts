import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import {
  deserialize,
  getRegisteredName,
  type Serializable,
  type SerializableFunction,
  serialize,
} from '../../data/index.js';
import type { Reward, RewardLike, TrainingSettings } from '../../training/index.js';
import { programError } from '../error-codes.js';
import { invalid } from '../saving/graph-config.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';

/** How a program was compiled, as files hold it: a part is a name, or what `serialize` gives. */
export function compileConfig({ reward, optimizer, metrics, ...rest }: TrainingSettings): JsonObject {
  return {
    reward: savedReward(reward),
    ...(optimizer === undefined ? {} : { optimizer: savedPart(optimizer, 'optimizer') }),
    ...(metrics === undefined ? {} : { metrics: metrics.map((metric) => savedPart(metric, 'metric')) }),
    ...(JSON.parse(JSON.stringify(rest)) as JsonObject),
  };
}

/**
 * What {@link compileConfig} said.
 *
 * @throws {MettleError} `programs/invalid_file`; as `deserialize` for classes and functions that are not known.
 */
export function restoreCompileOptions(config: JsonObject, options: RestoreModuleOptions): TrainingSettings {
  const { reward, optimizer, metrics, ...rest } = config;
  const part = (saved: Json | undefined): object | string => {
    if (typeof saved === 'string') return saved;
    refuseAddresses(saved);
    return deserialize(saved, options);
  };
  const partOrNull = (saved: Json) => (saved === null ? null : part(saved));
  const rewards = (): unknown => {
    if (!isJsonObject(reward)) return part(reward);
    if (Array.isArray(reward.list)) return reward.list.map(partOrNull);
    if (!isJsonObject(reward.by_output)) return part(reward);
    return Object.fromEntries(
      Object.entries(reward.by_output).map(([output, saved]) => [output, partOrNull(saved)]),
    );
  };
  if (metrics !== undefined && !Array.isArray(metrics)) throw invalid('its metrics are not a list');
  return {
    ...rest,
    reward: rewards(),
    ...(optimizer === undefined ? {} : { optimizer: part(optimizer) }),
    ...(metrics === undefined ? {} : { metrics: metrics.map(part) }),
  } as TrainingSettings;
}

function savedReward(reward: TrainingSettings['reward']): Json {
  if (typeof reward === 'string' || typeof reward === 'function' || isReward(reward)) {
    return savedPart(reward, 'reward');
  }
  const saved = (each: RewardLike | null) => (each === null ? null : savedPart(each, 'reward'));
  if (Array.isArray(reward)) return { list: (reward as readonly (RewardLike | null)[]).map(saved) };
  const byOutput = Object.entries(reward as Readonly<Record<string, RewardLike | null>>);
  return { by_output: Object.fromEntries(byOutput.map(([output, each]) => [output, saved(each)])) };
}

function savedPart(part: unknown, what: string): Json {
  if (typeof part === 'string') return part;
  if (getRegisteredName(part as object) === undefined) {
    const { name } = part as { readonly name?: unknown };
    throw programError(
      'not_saveable',
      `The ${what} ${JSON.stringify(String(name ?? ''))} can't be saved: a file has no name for it. Compile with its name, give the function or class a registeredName, 'package>Name', or save with { compiled: false }.`,
    );
  }
  return { ...serialize(part as Serializable | SerializableFunction) };
}

/**
 * Refuses a model with an address of its own in a reward or a metric of Mettle: a file must not choose where texts are sent. Modules
 * and judges, which can be given their models, look after that themselves.
 */
function refuseAddresses(saved: Json | undefined): void {
  const { config } = isJsonObject(saved) ? saved : {};
  const address = isJsonObject(config) ? addressIn(config.options) : undefined;
  if (address === undefined) return;
  throw programError(
    'missing_model',
    `The model ${JSON.stringify(address)} has its own address, and a file must not choose where texts are sent. Load with { compiled: false }, and compile again.`,
  );
}

/** The name of a model that has an address, at any depth. */
function addressIn(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const isAddress = name === 'model' && typeof member === 'string' && member.includes('://');
    const found = isAddress ? member : addressIn(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether something is one reward, and no list or record of them. */
function isReward(value: unknown): value is Reward {
  if (typeof value !== 'object' || value === null) return false;
  const { score, scoreBatch } = value as { readonly score?: unknown; readonly scoreBatch?: unknown };
  return typeof score === 'function' || typeof scoreBatch === 'function';
}
