import {
  deserialize,
  type Json,
  type JsonObject,
  type RestoreOptions,
  type Serializable,
  type SerializedObject,
  serialize,
} from '../../core/index.js';
import { type ModelSource, nameOfModel } from '../../models/index.js';
import type { Tool } from '../../tools/index.js';
import { Module } from '../module.js';
import { programError } from '../program-error.js';

/** What files can't hold, given again when modules are restored. */
export interface ModuleRestoreOptions extends RestoreOptions {
  /** Models by the names that were saved. One that is not here is opened by its name, `provider/model`. */
  readonly models?: Readonly<Record<string, ModelSource>>;
  /** The tools that were saved by name. */
  readonly tools?: readonly Tool[];
}

/** Options as a configuration: those that are given, without the ones that files can't hold. */
export function configOf(options: object, without: readonly string[] = []): JsonObject {
  const kept = Object.entries(options).filter(
    ([name, value]) => value !== undefined && name !== 'hooks' && !without.includes(name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'model' ? nameOfModel(value as ModelSource) : value]),
  ) as JsonObject;
}

/** The model of that name: given, or opened by the name when it is asked. */
function savedModel(name: Json | undefined, { models = {} }: ModuleRestoreOptions): ModelSource {
  if (typeof name !== 'string') {
    throw programError(
      'invalid_config',
      'A configuration of a module with a model needs the name of the model.',
    );
  }
  return Object.hasOwn(models, name) ? (models[name] as ModelSource) : name;
}

/** Options of a module with a model, read back. */
export function askingOptionsOf<Options>(config: JsonObject, options: ModuleRestoreOptions): Options {
  return { ...config, model: savedModel(config.model, options) } as unknown as Options;
}

/**
 * A module inside another, as a configuration holds it.
 *
 * @throws {MettleError} as `serialize`.
 */
export function configOfModule(module: Module): SerializedObject {
  return serialize(module as unknown as Serializable);
}

/** Modules of a configuration, restored. Throws as `deserialize`. */
export function savedModules(config: Json | undefined, options: ModuleRestoreOptions): readonly Module[] {
  if (!Array.isArray(config))
    throw programError('invalid_config', 'A configuration needs a list of modules.');
  return config.map((one) => deserialize(one, { ...options, as: Module }) as Module);
}

/**
 * The tool of that name.
 *
 * @throws {MettleError} `programs/missing_tool` where it was not given.
 */
export function savedTool(name: Json | undefined, { tools = [] }: ModuleRestoreOptions): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  throw programError(
    'missing_tool',
    `The configuration needs the tool ${JSON.stringify(name)}: give it in tools.`,
  );
}
