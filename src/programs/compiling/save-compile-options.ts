import {
  deserialize,
  getRegisteredName,
  isJsonObject,
  type Json,
  type JsonObject,
  type Serializable,
  type SerializableFunction,
  serialize,
} from '../../core/index.js';
import { programError } from '../program-error.js';
import { invalid } from '../saving/graph-config.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { type CompileOptions, isReward, type RewardChoice } from './compile-options.js';

/** How a program was compiled, as files hold it: a part is a name, or what `serialize` gives. */
export function compileConfig({ reward, optimizer, metrics, ...rest }: CompileOptions): JsonObject {
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
 * @throws {MettleError} `programs/invalid_file`; as `deserialize` for classes and functions that are not registered here.
 */
export function restoreCompileOptions(config: JsonObject, options: RestoreModuleOptions): CompileOptions {
  const { reward, optimizer, metrics, ...rest } = config;
  const part = (saved: Json | undefined): object | string => {
    if (typeof saved === 'string') return saved;
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
  if (metrics !== undefined && !Array.isArray(metrics)) throw invalid('its metrics are no list');
  return {
    ...rest,
    reward: rewards(),
    ...(optimizer === undefined ? {} : { optimizer: part(optimizer) }),
    ...(metrics === undefined ? {} : { metrics: metrics.map(part) }),
  } as CompileOptions;
}

function savedReward(reward: CompileOptions['reward']): Json {
  if (typeof reward === 'string' || typeof reward === 'function' || isReward(reward)) {
    return savedPart(reward, 'reward');
  }
  const saved = (each: RewardChoice | null) => (each === null ? null : savedPart(each, 'reward'));
  if (Array.isArray(reward)) return { list: (reward as readonly (RewardChoice | null)[]).map(saved) };
  const byOutput = Object.entries(reward as Readonly<Record<string, RewardChoice | null>>);
  return { by_output: Object.fromEntries(byOutput.map(([output, each]) => [output, saved(each)])) };
}

function savedPart(part: unknown, what: string): Json {
  if (typeof part === 'string') return part;
  if (getRegisteredName(part as object) === undefined) {
    const { name } = part as { readonly name?: unknown };
    throw programError(
      'not_saveable',
      `The ${what} ${JSON.stringify(String(name ?? ''))} can't be saved: a file has no name for it. Compile with its name, register the function or class with registerSerializable, or save with { compiled: false }.`,
    );
  }
  return { ...serialize(part as Serializable | SerializableFunction) };
}
