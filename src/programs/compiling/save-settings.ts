import {
  deserialize,
  getRegisteredName,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonProblem,
  type Serializable,
  type SerializableFunction,
  serialize,
} from '../../core/index.js';
import { type EmbeddingModelSource, modelName, openEmbeddingModel } from '../../models/index.js';
import {
  metricByName,
  type Reward,
  type RewardLike,
  recipeOf,
  rewardByName,
  type TrainingSettings,
} from '../../training/index.js';
import { programError } from '../program-error.js';
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
 * @throws {MettleError} `programs/invalid_file`; as `deserialize` for classes and functions that are not registered here.
 */
export function restoreCompileOptions(config: JsonObject, options: RestoreModuleOptions): TrainingSettings {
  const { reward, optimizer, metrics, ...rest } = config;
  const part =
    (byName: (name: string, options: object) => object) =>
    (saved: Json | undefined): object | string => {
      if (typeof saved === 'string') return saved;
      if (!isJsonObject(saved) || typeof saved.made !== 'string') return deserialize(saved, options);
      return byName(saved.made, restoredOptions(saved.options, options));
    };
  const rewardPart = part(rewardByName);
  const partOrNull = (saved: Json) => (saved === null ? null : rewardPart(saved));
  const rewards = (): unknown => {
    if (!isJsonObject(reward)) return rewardPart(reward);
    if (Array.isArray(reward.list)) return reward.list.map(partOrNull);
    if (!isJsonObject(reward.by_output)) return rewardPart(reward);
    return Object.fromEntries(
      Object.entries(reward.by_output).map(([output, saved]) => [output, partOrNull(saved)]),
    );
  };
  if (metrics !== undefined && !Array.isArray(metrics)) throw invalid('its metrics are no list');
  return {
    ...rest,
    reward: rewards(),
    ...(optimizer === undefined ? {} : { optimizer: part(noOptimizer)(optimizer) }),
    ...(metrics === undefined ? {} : { metrics: metrics.map(part(metricByName)) }),
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
  const recipe = recipeOf(part as object);
  if (recipe !== undefined) {
    const { model, ...rest } = recipe.options as { readonly model?: EmbeddingModelSource };
    const options = { ...rest, ...(model === undefined ? {} : { model: nameOfEmbeddingModel(model) }) };
    if (jsonProblem(options) === undefined)
      return { made: recipe.name, options: JSON.parse(JSON.stringify(options)) };
  }
  if (getRegisteredName(part as object) === undefined) {
    const { name } = part as { readonly name?: unknown };
    throw programError(
      'not_saveable',
      `The ${what} ${JSON.stringify(String(name ?? ''))} can't be saved: a file has no name for it. Compile with its name, register the function or class with registerSerializable, or save with { compiled: false }.`,
    );
  }
  return { ...serialize(part as Serializable | SerializableFunction) };
}

/** Options of a reward or a metric, with the model that a name in them stands for. */
function restoredOptions(saved: Json | undefined, { embeddingModels = {} }: RestoreModuleOptions): object {
  if (!isJsonObject(saved)) throw invalid('a reward or a metric has no options');
  const { model } = saved;
  if (typeof model !== 'string') return saved;
  const given = Object.hasOwn(embeddingModels, model) ? embeddingModels[model] : undefined;
  if (given === undefined && model.includes('://')) {
    throw programError(
      'missing_model',
      `The model ${JSON.stringify(model)} has an address of its own: to let texts be sent there, give it in embeddingModels.`,
    );
  }
  return { ...saved, model: given ?? model };
}

/** The name of an embedding model, without a password in its address. */
function nameOfEmbeddingModel(model: EmbeddingModelSource): string {
  const name = typeof model === 'string' ? model : modelName(openEmbeddingModel(model));
  return name.replace(/:\/\/[^/@\s]*@/, '://');
}

function noOptimizer(name: string): never {
  throw invalid(`${JSON.stringify(name.slice(0, 60))} makes no optimizer`);
}

/** Whether something is one reward, and no list or record of them. */
function isReward(value: unknown): value is Reward {
  if (typeof value !== 'object' || value === null) return false;
  const { score, scoreBatch } = value as { readonly score?: unknown; readonly scoreBatch?: unknown };
  return typeof score === 'function' || typeof scoreBatch === 'function';
}
