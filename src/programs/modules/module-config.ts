import type { JsonObject } from '../../core/index.js';
import type { ModelSource } from '../../models/index.js';
import { modelConfig, type RestoreModuleOptions, restoredModel } from '../saving/save-modules.js';

/** Options as a configuration: those that are given, without the ones that files can't hold; a model by its name. */
export function configOf(options: object, without: readonly string[] = []): JsonObject {
  const kept = Object.entries(options).filter(
    ([name, value]) => value !== undefined && name !== 'hooks' && !without.includes(name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'model' ? modelConfig(value as ModelSource) : value]),
  ) as JsonObject;
}

/**
 * Options of a module with a model, read back.
 *
 * @throws {MettleError} `programs/invalid_config` where the model has no name.
 */
export function askingOptionsOf<Options>(config: JsonObject, options: RestoreModuleOptions): Options {
  return { ...config, model: restoredModel(config.model, options) } as unknown as Options;
}
